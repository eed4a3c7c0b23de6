/** Calls to YouTube's API, and the contents of a grant. */
import { openApi, type Signed } from '../core/api.ts';
import { appId, appSecret } from '../core/apps.ts';
import { scopedGrant } from '../core/grants.ts';
import { addressOf } from '../core/hosts.ts';
import { type JsonSchema, listField, type ValueOf } from '../core/json.ts';
import type { Caller, Session } from '../core/network.ts';
import { faultOf, faultOfAddition, faultOfUpload } from './faults.ts';

/** Where the tokens may go. */
export const origin = 'https://www.googleapis.com';

export const grant = {
  ...scopedGrant,
  properties: {
    ...scopedGrant.properties,
    uploads: { type: 'string', description: 'The playlist of all uploads of the channel.' },
  },
  required: [...scopedGrant.required, 'uploads'],
} as const satisfies JsonSchema;

export const appKeys = {
  type: 'object',
  properties: {
    client_id: appId('Client ID', 'client_id'),
    client_secret: appSecret('Client secret', 'client_secret'),
  },
  required: ['client_id', 'client_secret'],
  additionalProperties: false,
} as const satisfies JsonSchema;

export type Grant = ValueOf<typeof grant>;
export type App = ValueOf<typeof appKeys>;
export type YoutubeSession = Session<Grant, App>;

const baseOf = (caller: Pick<Caller, 'endpoint'>) => addressOf(caller, origin);

export const { send, ask } = openApi<App>({ baseOf, faultOf });
export const { ask: askUpload } = openApi<App>({ baseOf, faultOf: faultOfUpload });
export const { ask: askAddition } = openApi<App>({ baseOf, faultOf: faultOfAddition });

/** The list `items` of the answer to a question; `path` is below the API's address, such as "/channels". */
export function readItems(caller: Signed<App>, path: string, query: Record<string, string>, by = ask) {
  return by(caller, { path: `/youtube/v3${path}`, query }, (json) => listField(json, 'items'));
}
