/** The two ways to Instagram's API, and the contents of a grant. */
import type { JsonSchema, ValueOf } from '../core/json.ts';
import type { Caller, Session } from '../core/network.ts';
import { type MetaApp, versionOf } from '../families/meta/app.ts';
import { facebookOrigin } from '../families/meta/facebook-login.ts';
import { Graph } from '../families/meta/graph.ts';
import { faultOf } from './faults.ts';

export const instagramOrigin = 'https://graph.instagram.com';

export const grant = {
  type: 'object',
  properties: {
    via: { enum: ['facebook', 'instagram'], description: 'Where the person signed in.' },
    access: { type: 'string', writeOnly: true },
    scopes: { type: 'array', items: { type: 'string' }, description: 'Those that the person allowed.' },
  },
  required: ['via', 'access', 'scopes'],
} as const satisfies JsonSchema;

export type Grant = ValueOf<typeof grant>;
export type Via = Grant['via'];
export type InstagramSession = Session<Grant, MetaApp>;

/** What the permissions are called in each way. The first two are needed. */
export const scopesOf = {
  facebook: {
    needed: ['instagram_basic', 'instagram_content_publish', 'pages_show_list', 'pages_read_engagement'],
    comments: 'instagram_manage_comments',
    insights: 'instagram_manage_insights',
    removal: 'instagram_manage_contents',
    business: 'business_management',
    ads: 'ads_read',
  },
  instagram: {
    needed: ['instagram_business_basic', 'instagram_business_content_publish'],
    comments: 'instagram_business_manage_comments',
    insights: 'instagram_business_manage_insights',
  },
} as const;

export function graphVia(via: Via, token: string, caller: Caller<MetaApp>): Graph {
  const origin = via === 'facebook' ? facebookOrigin : instagramOrigin;
  return new Graph({ caller, origin, version: versionOf(caller.app), token, faultOf });
}

export function graphOf(session: InstagramSession): Graph {
  return graphVia(session.grant.via, session.grant.access, session);
}
