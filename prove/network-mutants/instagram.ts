import type { NetworkMutants } from './table.ts';

export const instagram: NetworkMutants = {
  'publish.ts': [
    [
      'adopts a post by its text alone',
      "textField(item, 'media_type') === type &&\n",
      "textField(item, 'media_type') !== type + '!' &&\n",
    ],
    ['leaves comments open', 'if (comments_enabled) return;', 'return;'],
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
  'faults.ts': [
    [
      'takes a limit for a refusal',
      "code: '9/2207042',\n    means: 'throttled'",
      "code: '9/2207042',\n    means: 'rejected'",
    ],
  ],
  'rules.ts': [
    ['allows 2201 units', 'read(2200, media)', 'read(2201, media)'],
    ['allows 11 files', "'media.max': read(10, guide)", "'media.max': read(11, guide)"],
  ],
};
