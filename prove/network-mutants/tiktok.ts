import type { NetworkMutants } from './table.ts';

export const tiktok: NetworkMutants = {
  'upload.ts': [
    ['cuts the last chunk', '? file.size : (at + 1)', '? file.size - 1 : (at + 1)'],
    [
      'starts each chunk at the beginning',
      '...fileBody(file, { start, end })',
      '...fileBody(file, { start, end }), body: file.open({ start: 0, end: end - start })',
    ],
    [
      'opens an upload at each attempt',
      "await run.step('upload', () => open(call, session), { sealed: true })",
      'await open(call, session)',
    ],
    [
      'sends the last chunk without a commit',
      "run.commit('video', send, {",
      "(run.step as never as Run['commit'])('video', () => sendLastChunk(last), {",
    ],
    [
      'uploads anew in doubt',
      'return keepDoubt();\n}\n\n/** The engine',
      'throw lost();\n}\n\n/** The engine',
    ],
    [
      'uploads a whole file anew',
      'if (received >= file.size) return { id };',
      'if (received > file.size) return { id };',
    ],
    ['never asks in doubt', 'reconcile: () => findUpload(last), ', ''],
    ['finds every upload', ": 'absent';\n}", ': { found: { id } };\n}'],
    ['takes a part for the whole', '(status.bytes ?? 0) >= size', '(status.bytes ?? 0) >= 0'],
    [
      'names another type of file',
      'fileBody(file, { start, end })',
      "fileBody({ ...file, mimeType: 'video/webm' }, { start, end })",
    ],
    [
      'sends the token to the address of the upload',
      "await session.http({ method: 'PUT', url, ...fileBody(file, { start, end }) });",
      "await session.http(((one) => ({ ...one, headers: { ...one.headers, authorization: `Bearer ${session.grant.access}` } }))({ method: 'PUT' as const, url, ...fileBody(file, { start, end }) }));",
    ],
  ],
  'publish.ts': [
    [
      'sends drafts as posts',
      "isDraft(settings) ? '/v2/post/publish/inbox/video/init/'",
      "!isDraft(settings) ? '/v2/post/publish/inbox/video/init/'",
    ],
    ['sends photos without a commit', "run.commit('photo', ()", "run.step('photo', ()"],
  ],
  'post.ts': [
    ['drops the text of a video', "...(text !== '' && { title: text }),", ''],
    ['drops the title of photos', '...(title !== undefined && { title }),', ''],
    ['reverses the photos', 'media.map((file)', 'media.toReversed().map((file)'],
    ['ignores the cover', 'photo_cover_index,\n', 'photo_cover_index: 0,\n'],
    ['swaps duets and stitches', "disable_stitch: isOff('stitch', ", "disable_stitch: isOff('duet', "],
    ['hides a paid partnership', 'brand_content_toggle: paid_partnership', 'brand_content_toggle: own_brand'],
    [
      'shows each post to all',
      'return {\n    privacy_level,',
      "return {\n    privacy_level: 'PUBLIC_TO_EVERYONE',",
    ],
    ['publishes drafts of photos', "isDraft(settings) ? 'MEDIA_UPLOAD' : 'DIRECT_POST'", "'DIRECT_POST'"],
  ],
  'status.ts': [
    ['names another page', '/${kind}/${postId}`', '/${postId}`'],
    ['rounds the id', 'exec(text)?.[1] ?? null', "exec(text)?.[1]?.replace(/...$/, '000') ?? null"],
    [
      'takes a failure for a post',
      'throw isPassing(status.reason) ? new Ended(beginnings[kind], failure.message) : failure;',
      'return { isDraft: false, postId: null };',
    ],
    [
      'takes a post in processing for published',
      ': null;\n}\n\n/** Not confirmed: that the pages',
      ': { isDraft: false, postId: null };\n}\n\n/** Not confirmed: that the pages',
    ],
  ],
  'creator.ts': [
    [
      'takes an expired token for an obstacle',
      "faultIn(error, 'throttled', 'rejected')",
      "faultIn(error, 'throttled', 'rejected', 'expired', 'unavailable')",
    ],
  ],
  'oauth.ts': [
    [
      'keeps the spent refresh token',
      'const { access, refresh, scopes: allowed = session.grant.scopes } = tokens;',
      'const { refresh } = session.grant;\n  const { access, scopes: allowed = session.grant.scopes } = tokens;',
    ],
    [
      'keeps the old access token',
      'return { grant: { access, refresh, scopes: allowed }, ...endsOf',
      'return { grant: { access: session.grant.access, refresh, scopes: allowed }, ...endsOf',
    ],
    ['names another account', "idField(user, 'open_id')", "idField(user, 'username')"],
    ['asks for a standard client id', "names: { client_id: 'client_key' }", 'names: {}'],
    [
      'shows the state of another sign-in',
      'export { oauth };',
      "const { begin } = oauth;\noauth.begin = (input, caller) => begin(input, { ...caller, state: 'mine' });\n\nexport { oauth };",
    ],
  ],
  'faults.ts': [
    [
      'takes an expired token for the end of a sign-in',
      "'access_token_invalid', means: 'expired'",
      "'access_token_invalid', means: 'reconnect'",
    ],
    ['takes a rate limit for a refusal', '{ status: 429, ...tooMany },', ''],
  ],
  'rules.ts': [
    ['allows 2201 units with a video', 'read(2200, direct)', 'read(2201, direct)'],
    ['allows 3999 units with photos', 'read(4000, photo)', 'read(3999, photo)'],
    ['allows PNG', "['image/jpeg', 'image/webp']", "['image/jpeg', 'image/webp', 'image/png']"],
  ],
  'checks.ts': [['allows a cover beyond the photos', 'cover < media.length', 'cover <= media.length']],
};
