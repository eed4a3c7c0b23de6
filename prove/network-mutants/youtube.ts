import type { NetworkMutants } from './table.ts';

export const youtube: NetworkMutants = {
  'publish.ts': [
    [
      'opens an upload at each attempt',
      "await run.step('session', open, { keeps: uploadKeeps, sealed: true })",
      'await open()',
    ],
    ['names another page', 'watch?v=${id}`', 'watch?v=${id}x`'],
    ['adds to no playlist', 'if (playlist !== undefined) await', 'if (false) await'],
    ['sends no cover', 'if (cover !== undefined) await', 'if (false) await'],
    [
      'adopts any video of the same title',
      'return at >= since.getTime() - toleranceMs && textField',
      'return at > 0 && textField',
    ],
    [
      'tells nothing of its upload',
      'const progress = await probe(upload);\n  if',
      "const progress = 'gone' as Awaited<ReturnType<typeof probe>>;\n  if",
    ],
  ],
  'extras.ts': [
    ['adds the comment to another text', 'textOriginal: comment }', "textOriginal: 'First' }"],
    [
      'sends a part of the cover',
      '...fileBody(file)',
      '...fileBody(file), body: file.open({ start: 1, end: file.size })',
    ],
  ],
  'captions.ts': [
    ['drops the captions', 'of captions) {', 'of captions.slice(captions.length)) {'],
    [
      'sends captions in the wrong language',
      'snippet: { ...track, isDraft',
      "snippet: { ...track, language: 'fr', isDraft",
    ],
  ],
  'upload.ts': [
    [
      'cuts the file short',
      'fileBody(file, part);',
      '{ ...fileBody(file, part), body: file.open({ ...part, end: part.end - 1 }) };',
    ],
    [
      'starts each part at the beginning',
      'fileBody(file, part);',
      '{ ...fileBody(file, part), body: file.open({ start: 0, end: part.end - part.start }) };',
    ],
    [
      'sends the last part twice',
      "if ('video' in progress) return progress.video;\n  throw",
      "if ('video' in progress) return put(upload, { start: 0, end: size }) as never;\n  throw",
    ],
    ['always notifies subscribers', 'String(notifies)', "'true'"],
    [
      'takes a gone upload for a failure for ever',
      "sent.times > 0 ? makesNoSense('YouTube no longer knows the upload.') : lost()",
      "makesNoSense('Gone.')",
    ],
  ],
  'settings.ts': [
    [
      'makes everything for kids',
      'selfDeclaredMadeForKids: settings.made_for_kids',
      'selfDeclaredMadeForKids: true',
    ],
    ['ignores the licence', "license: settings.license ?? 'youtube'", "license: 'youtube'"],
    ['ignores the visibility', 'privacyStatus: visibilityOf(settings)', "privacyStatus: 'public'"],
    [
      'takes unlisted for private',
      'return visibility;',
      "return visibility === 'unlisted' ? 'private' : visibility;",
    ],
    ['ignores the category', "categoryId: settings.category_id ?? '22'", "categoryId: '22'"],
    ['ignores paid promotion', '...(isPaidPromotion && {', '...(isPaidPromotion === undefined && {'],
    [
      'ignores that it is synthetic',
      'containsSyntheticMedia: settings.contains_synthetic_media ?? false',
      'containsSyntheticMedia: false',
    ],
    ['drops the last tag', '{ tags: [...tags] })', '{ tags: tags.slice(0, -1) })'],
    [
      'shows the title as the description',
      'description: text',
      'description: titleOf(text, settings.title) + "."',
    ],
    ['ignores the title', 'if (title !== undefined) return title;', ''],
  ],
  'oauth.ts': [
    [
      'keeps the old access token',
      'return { grant: { ...grant, access, refresh }, expiresAt };',
      'return { grant: { ...grant, refresh }, expiresAt };',
    ],
    [
      'loses the refresh token',
      'return { grant: { ...grant, access, refresh }, expiresAt };',
      "return { grant: { ...grant, access, refresh: '' }, expiresAt };",
    ],
    [
      'names another account',
      'return { id, name, username, avatarUrl };',
      'return { id: username, name, username, avatarUrl };',
    ],
    [
      'ignores the verifier',
      'export { oauth };',
      "const { finish } = oauth;\noauth.finish = (params, secret, caller) => finish(params, { ...secret, verifier: '' }, caller);\n\nexport { oauth };",
    ],
    [
      'uses a state of its own',
      'export { oauth };',
      "const { begin } = oauth;\noauth.begin = (input, caller) => begin(input, { ...caller, state: 'mine' });\n\nexport { oauth };",
    ],
    [
      'shows the secret of the app to the browser',
      "extra: { access_type: 'offline', prompt: 'consent' }",
      "extra: { access_type: 'offline', prompt: 'consent', client_secret: String(caller.app?.['client_secret']) }",
    ],
    ['asks for no scope that lasts', "access_type: 'offline', ", ''],
  ],
  'faults.ts': [
    [
      'takes an expired token for its end',
      "status: 401, means: 'expired'",
      "status: 401, means: 'reconnect'",
    ],
    ['takes 429 for a refusal', '{ status: 429, ...tooMany },', ''],
  ],
  'rules.ts': [
    ['allows 4999 bytes', 'read(5000, videos)', 'read(4999, videos)'],
    ['counts characters', "unit: 'bytes' }", "unit: 'characters' }"],
    ['needs no file', "'media.min': read(1, insert)", "'media.min': read(0, insert)"],
  ],
  'api.ts': [
    [
      'stores nothing secret',
      '...scopedGrant.properties,',
      "...scopedGrant.properties, access: { type: 'number' },",
    ],
  ],
};
