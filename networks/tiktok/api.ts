/** Calls to TikTok's API, and the contents of a grant: https://developers.tiktok.com/doc/tiktok-api-v2-introduction */
import { type Call, openApi } from '../core/api.ts';
import { appId, appSecret } from '../core/apps.ts';
import { scopedGrant } from '../core/grants.ts';
import { addressOf } from '../core/hosts.ts';
import type { HttpResponse } from '../core/http.ts';
import { type JsonObject, type JsonSchema, textField, type ValueOf } from '../core/json.ts';
import type { Caller, Session } from '../core/network.ts';
import { faultOf } from './faults.ts';

/** Where the tokens may go. */
const origin = 'https://open.tiktokapis.com';

export { scopedGrant as grant };

export const appKeys = {
  type: 'object',
  properties: {
    client_key: appId('Client key', 'client_key'),
    client_secret: appSecret('Client secret', 'client_secret'),
    audited: {
      type: 'boolean',
      title: 'Audited',
      'x-code': 'audited',
      description:
        'TikTok has audited the app. Without that, posts are drafts, or only their author sees them.',
      default: false,
    },
  },
  required: ['client_key', 'client_secret'],
  additionalProperties: false,
} as const satisfies JsonSchema;

export type Grant = ValueOf<typeof scopedGrant>;
export type App = ValueOf<typeof appKeys>;
export type TiktokSession = Session<Grant, App>;

/** A request with JSON; `path` is below the API's address, such as "/v2/post/publish/status/fetch/". */
export const postTo = (path: string, json: JsonObject): Call => ({
  path,
  json,
  headers: { 'content-type': 'application/json; charset=UTF-8' },
});

export const isAudited = ({ app }: Pick<Caller<App>, 'app'>): boolean => app?.audited === true;

export const baseOf = (caller: Pick<Caller, 'endpoint'>): string => addressOf(caller, origin);

/** TikTok refuses some requests with status 200. */
export const isOk = ({ status, json }: HttpResponse): boolean =>
  status === 200 && textField(json, 'error', 'code') === 'ok';

export const { send, ask } = openApi<App>({ baseOf, faultOf, isOk });
