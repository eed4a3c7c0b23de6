import type { NetworkMutants } from './table.ts';

/** None of its limits, because the sandbox itself applies them: another limit is another sandbox. */
export const sandbox: NetworkMutants = {
  'publish.ts': [
    [
      'sends without a commit',
      "return run.commit('post', create, {",
      "return run.step('post', () => create(randomUUID()), {",
    ],
    ['does not repeat by the key', 'repeatableFor: Number.POSITIVE_INFINITY', ''],
    ['sends a new key each time', "'idempotency-key': key }", "'idempotency-key': randomUUID() }"],
    ['sends the same key for every post', "'idempotency-key': key }", "'idempotency-key': 'k' }"],
    ['sends no key', ", 'idempotency-key': key }", ' }'],
    [
      'uploads again at each attempt',
      'run.step(`media ${index}`',
      'run.step(`media ${index} ${randomUUID()}`',
    ],
    ['uploads each file twice', 'media.push({ id,', 'await upload(file, session); media.push({ id,'],
    ['reverses the files', 'post.media.entries()', 'post.media.toReversed().entries()'],
    ['forgets the alt text', 'alt_text: file.altText', 'alt_text: null'],
    ['drops the captions', 'of captions) {', 'of captions.slice(captions.length)) {'],
    [
      'sends captions in the wrong language',
      'uploaded.push({ id, language });',
      "uploaded.push({ id, language: 'fr' });",
    ],
    ['forgets the files', 'media, ...(await', 'media: [], ...(await'],
    ['sends another text', 'text: post.text,', 'text: post.text.trim().toLowerCase(),'],
    ['ignores the behaviour', "if (behaviour === 'ok') return {};", 'return {};'],
    ['asks for a behaviour with a new id', "await run.step('wish', () => randomUUID())", 'randomUUID()'],
    ['cuts the file short', 'body: file.open() }', 'body: file.open({ start: 0, end: 9 }) }'],
    ['names another type of file', "'content-type': file.mimeType", "'content-type': 'image/gif'"],
  ],
  'call.ts': [
    ['takes any answer for a success', 'response.status !== 201 || !isComplete', '!isComplete'],
    [
      'takes an answer without an id for a success',
      'response.status !== 201 || !isComplete',
      'response.status !== 201',
    ],
    [
      'sends without the token',
      'headers: { ...authorization, ...request.headers }',
      'headers: { ...request.headers }',
    ],
    [
      'shows the token in the address',
      '`${endpoint}/api${path}`',
      '`${endpoint}/api${path}?t=${grant?.token}`',
    ],
  ],
  'connect.ts': [
    ['names another account', 'account = { id: username,', 'account = { id: token,'],
    ['stores another token', 'grant: { token, username }', 'grant: { token: username, username }'],
  ],
  'metrics.ts': [
    [
      'counts other posts',
      'ids: posts.map(({ id }) => id).join()',
      'ids: posts.slice(1).map(({ id }) => id).join()',
    ],
    ['takes a failure for numbers', 'response.status !== 200 || !Array', '!Array'],
    ['deletes nothing', "method: 'DELETE' });\n", "method: 'GET' });\n"],
    ['does not find a deleted post', '!isDone && response.status !== 404', '!isDone'],
    [
      'takes a failure for a deletion',
      '!isDone && response.status !== 404',
      '!isDone && response.status < 500',
    ],
  ],
  'faults.ts': [
    ['takes 401 for a refusal', "{ status: 401, means: 'reconnect' }", "{ status: 401, means: 'rejected' }"],
    ['takes 429 for a refusal', "{ status: 429, means: 'throttled' }", "{ status: 429, means: 'rejected' }"],
    [
      'does not say why',
      "words: ({ json }) => textField(json, 'error', 'message')",
      'words: () => undefined',
    ],
  ],
};
