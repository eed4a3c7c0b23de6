import type { NetworkMutants } from './table.ts';

export const instagram: NetworkMutants = {
  'publish.ts': [
    ['names no page', 'parts.push({ id, url: statedAddress(page) });', 'parts.push({ id, url: null });'],
    ['reports only the first story', 'parts.length > 1 && { parts }', 'parts.length > 9 && { parts }'],
    [
      'adopts a post by its text alone',
      "textField(item, 'media_type') === type &&\n",
      "textField(item, 'media_type') !== type + '!' &&\n",
    ],
    ['cannot be aborted', 'id, signal: run.signal };', 'id } as never;'],
    ['stores the token in the journal', '    return true;\n  });\n}', '    return graph.token;\n  });\n}'],
  ],
  'compose.ts': [
    ['drops the alt text', '{ alt_text: file.altText }', '{}'],
    ['reverses the files', 'children: [...children]', 'children: children.toReversed()'],
    ['writes another text', '{ caption: text }', '{ caption: `${text}.` }'],
    ['ignores the location', '...(location !== undefined && { location_id: location }),', ''],
    [
      'does not label a carousel as made with AI',
      '...composeText(plan), ...composeLabel(settings) };',
      '...composeText(plan) };',
    ],
  ],
  'comments.ts': [['leaves comments open', 'if (comments_enabled) return;', 'return;']],
  'faults.ts': [
    [
      'takes a limit for a refusal',
      "code: '9/2207042',\n    means: 'throttled'",
      "code: '9/2207042',\n    means: 'rejected'",
    ],
  ],
  'quota.ts': [['publishes one too many', 'used + posts <= most', 'used + posts <= most + 1']],
  'oauth.ts': [
    ['stores the token of an hour', 'access: long.access', 'access: short.access'],
    ['keeps the old token', 'access: answer.access', 'access: grant.access'],
  ],
  'rules.ts': [
    ['allows 2201 units', 'read(2200, media)', 'read(2201, media)'],
    ['allows 11 files', "'media.max': read(10, guide)", "'media.max': read(11, guide)"],
  ],
};
