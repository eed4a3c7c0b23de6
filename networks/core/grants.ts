/** Grants of networks whose people choose what they allow. */
import { rotatingGrant } from './apps.ts';
import type { JsonSchema } from './json.ts';

export const scopedGrant = {
  ...rotatingGrant,
  properties: {
    ...rotatingGrant.properties,
    scopes: { type: 'array', items: { type: 'string' }, description: 'Those that the person allowed.' },
  },
  required: [...rotatingGrant.required, 'scopes'],
} as const satisfies JsonSchema;
