import type { NetworkMutants } from './table.ts';

export const mastodon: NetworkMutants = {
  'publish.ts': [
    ['puts the files in reverse order', 'uploadMedia(media,', 'uploadMedia([...media].reverse(),'],
    ['prints the token', 'const isMixed', 'console.log(session.grant.access_token); const isMixed'],
    [
      'writes the token to stdout',
      'const isMixed',
      'process.stdout.write(session.grant.access_token); const isMixed',
    ],
    [
      'stores the token in the journal',
      'const isMixed',
      "await run.step('t', () => session.grant.access_token); const isMixed",
    ],
    [
      'tells the token in a fault',
      'throw faultOf(response, session.now());',
      'throw Object.assign(faultOf(response, session.now()), { fault: { ...faultOf(response, session.now()).fault, message: session.grant.access_token } });',
    ],
    ['changes the settings', 'const isMixed', "Object.assign(settings, { language: 'en' }); const isMixed"],
    [
      'does not ask the network',
      'reconcile: ({ since }) => findStatus(draft, since, session)',
      "reconcile: async () => 'unknown'",
    ],
    [
      'takes every doubt for absence',
      'reconcile: ({ since }) => findStatus(draft, since, session)',
      "reconcile: async () => 'absent'",
    ],
    ['does not wait for the list', 'const visibleAfter = 60', 'const visibleAfter = 0'],
    [
      'sends again within a commit',
      'if (posted === undefined) throw faultOf(response, session.now());',
      'if (posted === undefined) return sendStatus(draft, `${key}0`, session);',
    ],
    [
      'takes a failure for a success',
      'throw faultOf(response, session.now());',
      "return { id: '1000', url: null };",
    ],
    ['replies to the first post only', '(replies.at(-1) ?? first).id', 'first.id'],
    [
      'leaves out the last reply',
      'threadOf(settings).entries()',
      'threadOf(settings).slice(0, -1).entries()',
    ],
    ['names only the first part', 'publishedAs(first, ...replies)', 'first'],
    ['sends a new key each time', "'idempotency-key': key", "'idempotency-key': crypto.randomUUID()"],
  ],
  'media.ts': [
    [
      'uploads again at each attempt',
      'await run.step(stepOf(index), () => upload(file, index, session), { keeps })',
      'await upload(file, index, session)',
    ],
    ['drops the alt text', 'file.altText ? { description: file.altText } : {}', '{}'],
    [
      'cuts the file short',
      "filePart('file', file)",
      "{ ...filePart('file', file), size: file.size - 1, bytes: file.open({ start: 0, end: file.size - 1 }) }",
    ],
    [
      'takes 401 of an upload for a refusal',
      'blameFile(faultOf(response,',
      'blameFile(faultOf({ ...response, status: response.status === 401 ? 422 : response.status },',
    ],
  ],
  'status.ts': [
    [
      'names another page',
      "textField(status, 'url') ?? textField(status, 'uri')",
      "textField(status, 'uri')",
    ],
    ['names another id', ': { id, url }', ': { id: `${id}0`, url }'],
    ['writes another text', '{ status: text }', '{ status: text.toUpperCase() }'],
    ['drops the files', 'media_ids: mediaIds', 'media_ids: mediaIds.slice(0, 1)'],
    ['ignores the language', 'quote: __, ...own }', 'quote: __, language: ___, ...own }'],
    ['ignores who may quote', 'quote: __, ...own }', 'quote: __, quote_approval_policy: ___, ...own }'],
    ['quotes nothing', '{ quoted_status_id: quotedId }', '{}'],
    ['is always sensitive', 'settings.sensitive ?? true', 'true'],
  ],
  'reconcile.ts': [
    [
      'adopts any post of the same text',
      'createdAt.getTime() >= start)',
      'createdAt.getTime() > 0 || start)',
    ],
    ['adopts a reply to another post', "if (status.inReplyTo !== draft.inReplyTo) return 'different';", ''],
  ],
  'faults.ts': [
    ['takes 401 for a refusal', "{ status: 401, means: 'reconnect'", "{ status: 401, means: 'rejected'"],
    ['takes 500 for a refusal', "{ status: 408, means: 'unknown' }", "{ status: 500, means: 'rejected' }"],
    ['takes 429 for a refusal', "{ status: 429, means: 'throttled'", "{ status: 429, means: 'rejected'"],
    ['ignores X-RateLimit-Reset', "secondsUntil(headers['x-ratelimit-reset'] ?? '', now)", 'null'],
  ],
  'rules.ts': [
    [
      'counts one too many',
      'countShortened(text, linkLength, counting)',
      'countShortened(text, linkLength, counting) + 1',
    ],
    ['counts UTF-16 units', 'counting(countCodePoints, text)', 'text.length'],
    [
      'does not count the first character',
      'parts: listParts',
      "parts: ({ text }) => [{ field: 'content', text: text.slice(1) }]",
    ],
  ],
  'instance.ts': [
    ['allows one character more', "status('max_characters') ??", "(status('max_characters') ?? 0) + 1 ??"],
    [
      'allows one file less',
      "status('max_media_attachments') ??",
      "(status('max_media_attachments') ?? 1) - 1 ??",
    ],
  ],
  'connect.ts': [
    ['names another account', 'id: `${id}@${host}`', 'id: `${username}@${host}`'],
    ['stores no token', 'access_token: token, ...app }', "access_token: '', ...app }"],
    [
      'publishes when it checks',
      'if (response.status === 401) throw faultOf(response, session.now());',
      "await callApi(session, accessOf(session), '/api/v1/statuses', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{\"status\":\"Hello\"}' });",
    ],
    [
      'does not notice a revoked token',
      'if (response.status === 401) throw',
      'if (response.status === 402) throw',
    ],
    ['blames the token for a failure', 'if (status === 401 || status === 403)', 'if (status !== 200)'],
    ['repeats a wrong token', 'refuseToken(host, sentenceOf(response))', 'refuseToken(host, token)'],
  ],
  'oauth.ts': [
    [
      'uses another redirect address',
      'const redirect_uri = caller.redirectUri;',
      "const redirect_uri = 'https://other.example/';",
    ],
    [
      'throws 401 at a used code',
      '.catch(startAgain)',
      ".catch(() => Promise.reject(faultOf({ status: 401, headers: {}, text: '', json: {} }, caller.now())))",
    ],
  ],
};
