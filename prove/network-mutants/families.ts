import type { NetworkMutants } from './table.ts';

/** Errors in the code that the networks of a family share. */
export const families: NetworkMutants = {
  'discord/api.ts': [
    [
      'names another page',
      '${origin}/channels/${guild}/${channel}/${message}',
      '${origin}/channels/${guild}/${message}',
    ],
  ],
  'discord/message.ts': [
    ['drops the alt text', '...(altText && { description: altText }),', ''],
    ['forgets the spoiler', '...(spoiler && { is_spoiler: true }),', ''],
    ['writes another text', '{ content: text }', '{ content: `${text} ` }'],
    [
      'notifies everybody',
      'allowed_mentions: { parse: parsed[mentions] }',
      "allowed_mentions: { parse: ['everyone'] }",
    ],
    ['takes roles for users', "roles: ['users', 'roles'],", "roles: ['users'],"],
    ['ignores silence', '(silent ? SUPPRESS_NOTIFICATIONS : 0)', '0'],
    ['ignores the hours of a poll', 'duration: duration_minutes / 60', 'duration: 24'],
    ['lets people choose several answers', 'allow_multiselect: is_multiple', 'allow_multiselect: true'],
    ['cuts the file short', 'bytes: open(),', 'bytes: open({ start: 0, end: size - 1 }),'],
  ],
  'discord/faults.ts': [
    ['ignores the wait in the body', "typeof seconds === 'number' ? seconds : null", 'null'],
    [
      'reads milliseconds',
      "typeof seconds === 'number' ? seconds : null",
      "typeof seconds === 'number' ? seconds / 1000 : null",
    ],
  ],
  'discord/limits.ts': [
    ['allows 2001 characters', 'read(2000,', 'read(2001,'],
    ['counts UTF-16 units', "unit: 'characters' },\n  'media.max'", "unit: 'utf16' },\n  'media.max'"],
    ['allows 11 files', 'read(10,', 'read(11,'],
    ['allows an alt text of 1025', 'const longestAlt = 1024', 'const longestAlt = 1025'],
  ],
};
