/** The settings of a pin: https://developers.pinterest.com/docs/api/v5/pins-create (2026-11-22). */
import type { JsonSchema, ValueOf } from '../core/json.ts';
import { vocabulary } from '../core/vocabulary.ts';

const id = { type: 'string', pattern: '^[0-9]+$', maxLength: 30, 'x-belfry': 'options' } as const;

export const settings = {
  type: 'object',
  additionalProperties: false,
  required: ['board_id'],
  properties: {
    board_id: { ...id, title: 'Board', 'x-code': 'board' },
    board_section_id: {
      ...id,
      title: 'Section',
      'x-code': 'board_section',
      description: 'A part of the board.',
    },
    title: { ...vocabulary.title, maxLength: 100 },
    link: { ...vocabulary.link, description: 'Address of the page to which the pin leads.', maxLength: 2048 },
    cover: vocabulary.cover,
    cover_at_ms: vocabulary.cover_at_ms,
    dominant_color: {
      type: 'string',
      title: 'Colour',
      'x-code': 'dominant_colour',
      description: 'Shown until the picture has loaded, such as #6E7874.',
      pattern: '^#[0-9A-Fa-f]{6}$',
      maxLength: 7,
    },
  },
} as const satisfies JsonSchema;

export type Settings = ValueOf<typeof settings>;
