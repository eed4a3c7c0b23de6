import type { NetworkMutants } from './table.ts';

export const telegram: NetworkMutants = {
  'publish.ts': [
    ['sends without a commit', 'return run.commit(name,', 'return run.step(name,'],
    ['reports only the first message', 'publishedAs(...all)', 'publishedAs(all[0])'],
    ['ignores the reply', 'reply_to === undefined ? undefined', 'reply_to !== undefined ? undefined'],
    ['stops a thread whose last part is gone', ', allow_sending_without_reply: true };', ' };'],
    ['does not chain the thread', 'const last = all.at(-1);', 'const last = all.at(9);'],
    ['does not pin', 'if (settings.pin) await pin(all[0], session, run);', ''],
    ['names another page', 'https://t.me/c/${internal}/${number}', 'https://t.me/c/${number}'],
  ],
  'message.ts': [
    ['reverses the files', 'const files = draft.media.map(', 'const files = draft.media.toReversed().map('],
    ['forgets the formats', '...(entities.length > 0 && { [ofEntities]: entities }),', ''],
    [
      'forgets the caption',
      "...((name === 'text' || text !== '') && { [name]: text }),",
      "...(name === 'text' && { text }),",
    ],
    [
      'writes the caption on each file',
      "...(index === 0 && composeText(draft, 'caption')),",
      "...composeText(draft, 'caption'),",
    ],
    ['ignores silence', '...(silent && { disable_notification: true }),', ''],
    ['ignores protection', '...(protect_content && { protect_content: true }),', ''],
    ['ignores the spoiler', '...(spoiler && { has_spoiler: true }),', ''],
    ['takes small for large', 'small: { prefer_small_media: true }', 'small: { prefer_large_media: true }'],
    ['ignores the topic', '...(message_thread_id !== undefined && { message_thread_id }),', ''],
    ['forgets a button', 'inline_keyboard: buttons.map(', 'inline_keyboard: buttons.slice(1).map('],
    ['takes minutes for seconds', 'duration_minutes * 60', 'duration_minutes'],
    ['allows one answer', '...(is_multiple && { allows_multiple_answers: true }),', ''],
  ],
  'chat.ts': [
    ['does not find the new chat', '{ ...grant, chat_id: moved }', 'grant'],
    ['stores no token', '{ chat_id: id, bot_token: bot.token }', '{ chat_id: id }'],
    ['does not notice that the bot may not post', "=== 'administrator' && right", "=== 'member' && right"],
  ],
  'faults.ts': [
    [
      'takes a new chat for a refusal',
      "means: 'expired', hint: 'The group",
      "means: 'rejected', hint: 'The group",
    ],
    ['ignores the wait', "typeof seconds === 'number' ? seconds : null", 'null'],
  ],
  'codes.ts': [
    ['takes any code', 'if (posting.code !== code)', 'if (posting.code === undefined)'],
    ['finds no code', 'if (posting.code !== code)', 'if (posting.code === code)'],
  ],
  'rules.ts': [
    ['allows 4097 characters', 'read(4096,', 'read(4097,'],
    [
      'counts tags',
      "settings.parse_mode === 'HTML' ? countHtml",
      "settings.parse_mode !== 'HTML' ? countHtml",
    ],
    ['allows 11 files', 'read(10, `${api}#sendmediagroup`)', 'read(11, `${api}#sendmediagroup`)'],
  ],
};
