import type { waysInRoutes } from '@belfry/contract/ways-in.ts';
import type { Context } from '../../base/context.ts';
import { Problem } from '../../base/problem.ts';
import { type Answer, type Handlers, replyData, replyHeaders, singleValues } from '../../http/index.ts';
import { clearCookie } from '../cookie.ts';
import { supportsPasskeys } from '../passkeys/site.ts';
import { beginIdentity, beginOpenId, finishOpenId, removeIdentity, withError } from './openid.ts';
import { openProvider } from './provider.ts';
import { listIdentities } from './store.ts';

type Sent = Answer<(typeof waysInRoutes)['finishOpenId']>;

export function openIdHandlers(ctx: Context) {
  const { openId, publicUrl } = ctx.config;
  const provider = openId && openProvider(ctx, openId);
  const sendTo = (location: string, more: Record<string, string | string[]> = {}): Sent => ({
    body: undefined,
    // The URL of this page has secrets that the next site must not receive.
    headers: { location, 'referrer-policy': 'no-referrer', ...more },
  });
  return {
    listWaysIn: async () => ({
      body: {
        data: {
          password: true,
          passkey: supportsPasskeys(ctx.config),
          openid: openId ? { name: openId.name } : null,
        },
      },
    }),
    async goToOpenId({ query }) {
      try {
        const { url, headers } = await beginOpenId(ctx, provider, query);
        return sendTo(url, headers);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return sendTo(publicUrl + withError(publicUrl, '/sign-in', error.code));
      }
    },
    async beginOpenId({ body }) {
      const { url, headers } = await beginOpenId(ctx, provider, body);
      return { body: { data: { authorize_url: url } }, headers };
    },
    async finishOpenId({ query, person, ...origin }) {
      const done = await finishOpenId(ctx, provider, singleValues(query), person, origin);
      const { 'set-cookie': cookie } = done.headers;
      const { 'set-cookie': spent } = clearCookie(ctx.config, 'openid');
      return sendTo(publicUrl + done.path, cookie === undefined ? {} : { 'set-cookie': [cookie, spent] });
    },
    listIdentities: ({ who }) => replyData(listIdentities(ctx.db, who.userId)),
    async beginIdentity({ who, body, ...origin }) {
      const { url, headers } = await beginIdentity(ctx, provider, who, body, origin);
      return { body: { data: { authorize_url: url } }, headers };
    },
    deleteIdentity: ({ who, params }) => replyHeaders(removeIdentity(ctx, who, params.id)),
  } satisfies Partial<Handlers>;
}
