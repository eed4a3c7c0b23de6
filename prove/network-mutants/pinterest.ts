import type { NetworkMutants } from './table.ts';

export const pinterest: NetworkMutants = {
  'publish.ts': [['names another page', '/pin/${id}/`', '/pins/${id}/`']],
  'pin.ts': [
    ['drops the alt text', 'alt_text: altOf(post) || undefined,', ''],
    ['writes another text', 'description: post.text || undefined', 'description: `${post.text}.`'],
    ['reverses the pictures', 'const items = media.map(', 'const items = media.toReversed().map('],
    ['ignores the colour', '    dominant_color,\n', ''],
  ],
  'video.ts': [
    [
      'uploads the video at each attempt',
      'await run.step(step, () => sendVideo(file, session))',
      'await sendVideo(file, session)',
    ],
    [
      'stores the token in the journal',
      "await run.until('video ready'",
      "await run.step('token', async () => session.grant.access);\n  await run.until('video ready'",
    ],
  ],
  'reconcile.ts': [
    [
      'does not look on protected boards',
      "include_protected_pins: 'true'",
      "include_protected_pins: 'false'",
    ],
    ['adopts a pin of any time', 'pins.filter(({ createdAt }) => createdAt >= start)', 'pins'],
  ],
  'faults.ts': [
    [
      'takes a rate limit for a refusal',
      "{ status: 429, means: 'throttled', hint: 'Too many requests.' },",
      '',
    ],
    [
      'takes a failure for a refusal',
      '{ words: /\\S/, means',
      "{ status: 500, means: 'rejected' },\n    { words: /\\S/, means",
    ],
    [
      'ignores when the limit ends',
      "wait: ({ headers }, now) => readReset(headers['x-ratelimit-reset'] ?? '', now),",
      '',
    ],
  ],
  'oauth.ts': [
    [
      'keeps the spent refresh token',
      'const { access, refresh } = tokens;\n  return { grant: { access, refresh }, ...datesOf',
      'const { refresh } = session.grant;\n  return { grant: { access: tokens.access, refresh }, ...datesOf',
    ],
  ],
  'rules.ts': [['allows 6 pictures', "'images.max': read(5, creating)", "'images.max': read(6, creating)"]],
};
