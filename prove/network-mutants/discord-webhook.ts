import type { NetworkMutants } from './table.ts';

export const discordWebhook: NetworkMutants = {
  'publish.ts': [
    [
      'sends without a commit',
      "run.commit('message', () => sendMessage(post, session, run.signal))",
      "run.step('message', () => sendMessage(post, session, run.signal))",
    ],
    [
      'reverses the files',
      'encodeBody(composeMessage(post, settings), post.media)',
      'encodeBody(composeMessage(post, settings), post.media.toReversed())',
    ],
    ['drops the alt text', '...(altText && { description: altText }),', ''],
    ['forgets the spoiler', '...(spoiler && { is_spoiler: true }),', ''],
    ['writes another text', '{ content: text }', '{ content: `${text} ` }'],
    [
      'notifies everybody',
      'allowed_mentions: { parse: parsed[mentions] }',
      "allowed_mentions: { parse: ['everyone'] }",
    ],
    ['takes roles for users', "roles: ['users', 'roles'],", "roles: ['users'],"],
    ['ignores silence', '(settings.silent ? SUPPRESS_NOTIFICATIONS : 0)', '0'],
    ['ignores the sender', '...(username !== undefined && { username }),', ''],
    ['ignores the thread', '...(thread_id !== undefined && { thread_id })', ''],
    ['ignores the hours of a poll', 'duration: hours', 'duration: 24'],
    ['lets people choose several answers', 'allow_multiselect: is_multiple', 'allow_multiselect: true'],
    [
      'names another page',
      'https://discord.com/channels/${guildId}/${channel}/${id}',
      'https://discord.com/channels/${guildId}/${id}',
    ],
    ['does not wait for the answer', "wait: 'true'", "wait: 'false'"],
    ['cuts the file short', 'bytes: open(),', 'bytes: open({ start: 0, end: size - 1 }),'],
    ['cannot be aborted', '...body, signal })', '...body })'],
    [
      'forgets a tag',
      'applied_tags !== undefined && { applied_tags }',
      'applied_tags !== undefined && { applied_tags: applied_tags.slice(0, 1) }',
    ],
  ],
  'faults.ts': [
    [
      'takes a deleted webhook for a refusal',
      "code: ['10015', '50027', '40001'], means: 'reconnect'",
      "code: ['10015', '50027', '40001'], means: 'rejected'",
    ],
    ['ignores the wait in the body', "typeof seconds === 'number' ? seconds : null", 'null'],
    [
      'reads milliseconds',
      "typeof seconds === 'number' ? seconds : null",
      "typeof seconds === 'number' ? seconds / 1000 : null",
    ],
  ],
  'rules.ts': [
    ['allows 2001 characters', 'read(2000,', 'read(2001,'],
    ['counts UTF-16 units', "unit: 'characters' },\n    'media.max'", "unit: 'utf16' },\n    'media.max'"],
    ['allows 11 files', 'read(10,', 'read(11,'],
    ['allows an alt text of 1025', 'read(1024,', 'read(1025,'],
  ],
  'connect.ts': [
    [
      'repeats a wrong address',
      '`Discord does not know this webhook. It may have been deleted. ${howToCreate}`',
      '`${webhook.token} is unknown.`',
    ],
    [
      'takes a failure for a wrong address',
      "if (fault.fault.kind === 'reconnect')\n    throw refuse",
      'if (status !== 200)\n    throw refuse',
    ],
    [
      'does not notice a deleted webhook',
      "if (response.status !== 200 && fault.fault.kind === 'reconnect') throw fault;",
      '',
    ],
    [
      'publishes when it checks',
      "await callWebhook(session, session.grant, { method: 'GET', query: '' });\n  const fault = faultOf(response",
      "await callWebhook(session, session.grant, { method: 'POST', query: '', headers: { 'content-type': 'application/json' }, body: '{\"content\":\"x\",\"allowed_mentions\":{\"parse\":[]}}' });\n  const fault = faultOf(response",
    ],
  ],
};
