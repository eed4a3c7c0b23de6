import type { NetworkMutants } from './table.ts';

export const bluesky: NetworkMutants = {
  'publish.ts': [
    [
      'draws new record keys at each attempt',
      "const rkeys = await run.step('rkeys', () => {",
      'const rkeys = await (async (make: () => string[]) => make())(() => {',
    ],
    ['names another page', '/post/${rkey}`', '/posts/${rkey}`'],
    ['names only the first part', 'publishedAs(requireStated(first), ...replies)', 'requireStated(first)'],
    [
      'does not look for its record',
      'reconcile: () => settle(rkeys, session)',
      "reconcile: async () => 'unknown'",
    ],
    ['adopts nothing', "found ? { found } : 'absent'", "'absent'"],
    [
      'says in doubt that it is there',
      "found ? { found } : 'absent'",
      "{ found: found ?? { uri: 'x', cid: 'x' } }",
    ],
    [
      'takes a refusal for a success',
      'if (existing) return existing;\n    throw error;',
      "return { uri: 'x', cid: 'x' };",
    ],
    ['forgets the thread', '...threadOf(post.settings)]', '...threadOf(post.settings).slice(1)]'],
    [
      'shows the token',
      'const { settings } = post;',
      'const { settings } = post; console.warn(session.grant.accessJwt);',
    ],
  ],
  'records.ts': [
    ['ignores who may reply', "if (gate === 'everyone') return [];", 'if (gate) return [];'],
    ['lets everybody reply', "gate === 'nobody' ? [] : buildRules(gate)", "gate === 'nobody' ? [] : []"],
    ['ignores forbidden quotes', 'if (!draft.settings.disable_quotes) return [];', 'if (draft) return [];'],
    ['ignores the languages', '...(settings.langs?.length && { langs: settings.langs }),', ''],
    ['ignores the labels', '...(values?.length && {', '...(values?.length === 9 && {'],
    ['keeps one tag', 'tags?.length && { tags }', 'tags?.length && { tags: tags.slice(0, 1) }'],
    [
      'writes another text',
      "const text = texts[index] ?? '';",
      "const text = (texts[index] ?? '').trim() + '.';",
    ],
  ],
  'embed.ts': [
    ['quotes nothing', 'if (quoted === null) return embed;', 'if (quoted !== undefined) return embed;'],
    ['quotes in place of files', 'return embed === null ? record :', 'return embed !== undefined ? record :'],
    ['drops the alt text', "alt: file.altText ?? ''", "alt: ''"],
    ['drops the alt text of a video', '...alt, ', ''],
    [
      'reverses the pictures',
      "return { $type: 'app.bsky.embed.images', images };",
      "return { $type: 'app.bsky.embed.images', images: images.reverse() };",
    ],
    ['drops the description of a card', "description: card.description ?? ''", "description: ''"],
    ['shows at most three plain pictures', 'images.length <= maxPlainImages', 'images.length <= 10'],
    [
      'uploads outside of a step',
      'await run.step(`image.${index}`, () => uploadImage(file, index, session))',
      'await uploadImage(file, index, session)',
    ],
    [
      'cuts the file short',
      'Array.fromAsync(file.open())',
      'Array.fromAsync(file.open({ start: 0, end: file.size - 1 }))',
    ],
  ],
  'captions.ts': [
    [
      'drops the captions',
      "if ('file' in uploaded) embedded.push(uploaded);",
      "if ('file' in uploaded) continue;",
    ],
    [
      'sends captions in the wrong language',
      'return { lang: language, file };',
      "return { lang: 'en', file };",
    ],
  ],
  'video.ts': [
    [
      'starts a job at each attempt',
      "await run.step('video.job', () => startJob(file, session))",
      'await startJob(file, session)',
    ],
    [
      'cuts the video short',
      '...fileBody(file),',
      "headers: { 'content-type': file.mimeType },\n    body: file.open({ start: 0, end: file.size - 1 }),",
    ],
  ],
  'session.ts': [
    [
      'takes a failed refresh for the end',
      "faultIn(error, 'expired', 'reconnect', 'rejected');\n  if (fault === undefined) throw error;\n  const message = 'Bluesky has",
      "faultIn(error, 'expired', 'reconnect', 'rejected', 'unavailable');\n  if (fault === undefined) throw error;\n  const message = 'Bluesky has",
    ],
    [
      'keeps the spent refresh token',
      'return readSession(answer, session.grant.service);',
      'const fresh = readSession(answer, session.grant.service); return { ...fresh, grant: { ...fresh.grant, refreshJwt: session.grant.refreshJwt } };',
    ],
    [
      'keeps the old access token',
      'return readSession(answer, session.grant.service);',
      'const fresh = readSession(answer, session.grant.service); return { ...fresh, grant: { ...fresh.grant, accessJwt: session.grant.accessJwt } };',
    ],
    ['refreshes with the access token', "serverOf(session, 'refreshJwt')", 'serverOf(session)'],
    ['reads milliseconds as seconds', 'new Date(seconds * 1000)', 'new Date(seconds)'],
  ],
  'connect.ts': [
    ['names the handle as the account', '    id: did,', '    id: handle,'],
    [
      'takes a failure of the server for a wrong password',
      "faultIn(error, 'expired', 'reconnect', 'rejected');\n  if (fault === undefined) throw error;\n  const message = sentenceFor",
      "faultIn(error, 'expired', 'reconnect', 'rejected', 'unavailable');\n  if (fault === undefined) throw error;\n  const message = sentenceFor",
    ],
    ['takes a wrong password for an expired token', '.catch(explainSignIn)', ''],
  ],
  'faults.ts': [
    [
      'takes an expired token for a refusal',
      "code: ['ExpiredToken', 'InvalidToken'], means: 'expired'",
      "code: ['ExpiredToken', 'InvalidToken'], means: 'rejected'",
    ],
    ['ignores RateLimit-Reset', "secondsUntil(headers['ratelimit-reset'] ?? '', now)", 'null'],
    ['takes 500 for a refusal', '{ status: [100, 399], ...isForeign }', "{ status: 500, means: 'rejected' }"],
  ],
  'rules.ts': [
    ['allows 301 characters', 'lexicon(300,', 'lexicon(301,'],
    ['counts code points', "unit: 'graphemes' }", "unit: 'characters' }"],
    ['allows 2999 bytes', 'lexicon(3000,', 'lexicon(2999,'],
  ],
};
