import type { NetworkMutants } from './table.ts';

export const discord: NetworkMutants = {
  'publish.ts': [
    ['takes a new key each time', 'nonce: nonceOf(key)', 'nonce: nonceOf(crypto.randomUUID())'],
    ['does not insist on the key', 'enforce_nonce: true', 'enforce_nonce: false'],
    [
      'does not look whether a forum post is there',
      'reconcile: ({ since }) => findForumPost(title, place, since, session),',
      "reconcile: async () => 'absent',",
    ],
    [
      'does not look whether a message is there',
      'reconcile: ({ since }) => findMessage(draft, since, session),',
      "reconcile: async () => 'absent',",
    ],
    ['does not wait for a late list', 'const visibleAfter = 60', 'const visibleAfter = 0'],
    ['ignores the reply', 'replyTo: settings.reply_to, place }', 'replyTo: undefined, place }'],
    ['does not chain the thread', 'replyTo: parent.id, place }', 'replyTo: first.id, place }'],
    ['repeats the poll in the thread', 'const { poll: _, ...own } = settings;', 'const own = settings;'],
    ['forgets the tags', 'applied_tags: [...applied_tags]', 'applied_tags: []'],
    [
      'does not tell followers',
      'if (settings.crosspost) await',
      'if (settings.crosspost === undefined) await',
    ],
    [
      'reports only the first part',
      'publishedAs(partOf(first), ...replies.map(partOf))',
      'publishedAs(partOf(first))',
    ],
  ],
  'reconcile.ts': [
    ['adopts a twin', 'BigInt(id) > BigInt(last) && BigInt(id) >= first', 'id !== String(first)'],
    ['finds nothing', 'if (id !== undefined) return { found: { id, channel: place.id } };', ''],
    ['finds no forum post', 'if (channel !== undefined) return { found: { id: channel, channel } };', ''],
  ],
  'channel.ts': [
    ['ignores the thread', 'id: thread ?? session.account.id', 'id: session.account.id'],
    [
      'names the server only',
      "`${textField(guild, 'name') ?? guildId} #${username}`",
      "textField(guild, 'name') ?? guildId",
    ],
    ['checks nothing', 'await readOwn(session);\n  return [];', 'return [];'],
  ],
  'oauth.ts': [
    ['forgets which server was chosen', "digitsField(answer, 'guild', 'id')", "digitsField(answer, 'id')"],
    ['forgets the bot', 'grant: { guild_id, bot_id }', "grant: { guild_id, bot_id: '' }"],
  ],
  'rules.ts': [['counts no parts', '  parts: listParts,\n', '']],
};
