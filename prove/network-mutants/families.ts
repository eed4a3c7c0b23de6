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
    [
      'cuts the file short',
      'filePart(`files[${index}]`, file)',
      'filePart(`files[${index}]`, { ...file, open: () => file.open({ start: 0, end: file.size - 1 }) })',
    ],
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
  'linkedin/urn.ts': [['names another page', '/feed/update/${urn}/', '/posts/${urn}/']],
  'linkedin/post.ts': [
    ['drops the alt text', '...(file.altText && { altText: file.altText })', ''],
    ['writes special letters as they are', 'commentary: encodeLittle(post.text)', 'commentary: post.text'],
    ['reverses the images', '{ multiImage: { images } }', '{ multiImage: { images: images.toReversed() } }'],
    ['allows reposts', 'isReshareDisabledByAuthor: disable_reshare', 'isReshareDisabledByAuthor: false'],
  ],
  'linkedin/upload.ts': [
    [
      'opens an upload at each attempt',
      'await run.step(name, () => openWhole(kind, work), { sealed: true })',
      'await openWhole(kind, work)',
    ],
    [
      'stores the token in the journal',
      'return true;\n  });\n  return urn;',
      'return session.grant.access;\n  });\n  return urn;',
    ],
    ['drops the captions', 'const [captions] = file.captions ?? [];', 'const [captions] = [] as Captions[];'],
    [
      'sends each part from the first byte',
      'file.open({ start, end })',
      'file.open({ start: 0, end: end - start })',
    ],
  ],
  'linkedin/captions.ts': [
    [
      'sends captions in the wrong language',
      'locale: { language: language.toUpperCase()',
      "locale: { language: 'EN'",
    ],
  ],
  'linkedin/faults.ts': [
    [
      'takes an expired token for a refusal',
      "status: 401, means: 'expired'",
      "status: 401, means: 'rejected'",
    ],
    [
      'takes a failure for a refusal',
      '{ words: /\\S/, means',
      "{ status: 500, means: 'rejected' },\n    { words: /\\S/, means",
    ],
    [
      'always waits until midnight',
      "fault.kind === 'throttled' && fault.retryAfter === null",
      "fault.kind === 'throttled'",
    ],
  ],
  'linkedin/sign-in.ts': [
    [
      'keeps the old access token',
      'grant: grantOf(tokens, grant.scopes),',
      'grant: { ...grantOf(tokens, grant.scopes), access: grant.access },',
    ],
  ],
  'linkedin/limits.ts': [
    ['allows 3001 units', 'read(3000,', 'read(3001,'],
    ['allows 21 images', "'images.max': read(20,", "'images.max': read(21,"],
  ],
  'meta/containers.ts': [
    [
      'makes a container at each attempt',
      'await run.step(step, create, { keeps: containerKeeps })',
      'await create()',
    ],
    [
      'does not wait for the files of a carousel',
      'await awaitContainer(flow, item, files[index]?.kind);',
      'void [index, item];',
    ],
    ['takes a published container for a lost one', "return 'published';", "return 'lost';"],
  ],
  'meta/container-posts.ts': [
    ['names no page', 'parts.push({ id, url: statedAddress(page) });', 'parts.push({ id, url: null });'],
    ['reports only the first story', 'parts.length > 1 && { parts }', 'parts.length > 2 && { parts }'],
    ['names only the first part', '...(parts.length > 1 && { parts }), ', ''],
  ],
  'meta/lists.ts': [
    ['adopts a post of any time', 'Number(times[at]) >= start', 'at >= 0 || start > 0'],
    ['writes another comment', '{ message: text }', "{ message: 'First' }"],
  ],
  'meta/quota.ts': [
    ['publishes one too many', 'quota.used + more <= quota.most', 'quota.used + more <= quota.most + 1'],
  ],
  'meta/rupload.ts': [
    ['stores the token in the journal', 'return true;\n', 'return target.graph.access.token;\n'],
  ],
  'meta/own-sign-in.ts': [
    ['stores the token of an hour', 'grant: { access: long.access', 'grant: { access: short.access'],
    ['keeps the old token', 'access: answer.access }', 'access: grant.access }'],
  ],
};
