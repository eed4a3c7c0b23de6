import type { NetworkMutants } from './table.ts';

export const x: NetworkMutants = {
  'publish.ts': [
    ['names another page', '${encodeURIComponent(session.account.username)}/status', 'i/status'],
    ['replies to the first post only', '(further.at(-1) ?? first).id', 'first.id'],
    [
      'tells the token in a refusal',
      'if (!isLost) throw new NetworkFault(fault);',
      'if (!isLost) throw new NetworkFault({ ...fault, message: `${fault.message} ${session.grant.access}` });',
    ],
  ],
  'media.ts': [
    [
      'opens an upload at each attempt',
      'await run.step(name, () => open(file, session), { keeps: mediaKeeps })',
      'await open(file, session)',
    ],
    [
      'prints the token',
      'const uploaded = await run.step(',
      'console.log(session.grant.access);\n  const uploaded = await run.step(',
    ],
    ['drops the alt text', "if (altText && file.kind === 'image')", "if (altText && file.kind === 'video')"],
  ],
  'captions.ts': [
    ['drops the captions', 'withCodes(captions, codeOf).coded', 'withCodes([], codeOf).coded'],
    ['sends captions in the wrong language', 'language_code: code', "language_code: 'FR'"],
  ],
  'post.ts': [
    ['writes another text', '    text,\n', '    text: `${text}.`,\n'],
    ['reverses the pictures', 'media.map(({ id }) => id)', 'media.toReversed().map(({ id }) => id)'],
    ['ignores the community', '...(community_id !== undefined && { community_id }),', ''],
  ],
  'reconcile.ts': [
    [
      'adopts a post by its text alone',
      "return isAlike || likeness === 'different' ? likeness : 'unclear';",
      'return likeness;',
    ],
  ],
  'faults.ts': [
    [
      'takes an expired token for a refusal',
      "status: 401, means: 'expired'",
      "status: 401, means: 'rejected'",
    ],
  ],
  'oauth.ts': [
    [
      'keeps the spent refresh token',
      'const { access, refresh, expiresAt } = await renew(session.grant.refresh, session);',
      'const { refresh } = session.grant;\n  const { access, expiresAt } = await renew(refresh, session);',
    ],
  ],
  'counting.ts': [['counts one too few', 'let [length, at] = [0, 0];', 'let [length, at] = [-1, 0];']],
  'rules.ts': [['allows 281 characters', 'read(280, characters)', 'read(281, characters)']],
};
