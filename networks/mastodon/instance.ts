/** Public facts about a server, which need no sign-in. */
import { refuse } from '../core/fault.ts';
import { field, textField } from '../core/json.ts';
import type { Caller } from '../core/network.ts';
import { callApi } from './api.ts';
import { faultOf } from './faults.ts';
import { type Software, toSoftware } from './software.ts';

/** Reads the server's address from a person's input: a host, any page on it, or a whole handle. */
export function parseInstance(typed: string): string {
  const text = typed.trim();
  const isAddress = /^https?:\/\//i.test(text);
  const isOther = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) && !isAddress;
  const url = isOther ? null : URL.parse(isAddress ? text : `https://${text}`);
  const isSafe =
    url !== null && url.hostname !== '' && (!isAddress || (url.username === '' && url.password === ''));
  if (isSafe) return url.origin;
  throw refuse(`“${typed}” is not the address of a server, such as https://mastodon.social.`);
}

/** Reads the software's name from nodeinfo. All servers have it, each at its own path. */
export async function detectSoftware(caller: Caller, instance: string): Promise<Software> {
  const index = await get(caller, instance, '/.well-known/nodeinfo');
  const address = URL.parse(textField(index.json, 'links', 0, 'href') ?? '');
  if (address === null) return 'other';
  const { json } = await get(caller, instance, address.pathname);
  return toSoftware(textField(json, 'software', 'name')?.toLowerCase() ?? '');
}

/**
 * The server's own description of its limits. Older and smaller servers have only v1, and some show it only to
 * signed-in users: https://docs.joinmastodon.org/admin/config/#disallow_unauthenticated_api_access (2026-11-21).
 */
export async function readInstance(caller: Caller, instance: string, token: string): Promise<unknown> {
  const newer = await get(caller, instance, '/api/v2/instance', token);
  if (newer.status === 200 && field(newer.json, 'configuration') !== undefined) return newer.json;
  const older = await get(caller, instance, '/api/v1/instance', token);
  if (older.status === 200 && older.json !== undefined) return older.json;
  throw faultOf(older, caller.now());
}

function get(caller: Caller, instance: string, path: string, token?: string) {
  return callApi(caller, instance, { method: 'GET', path, token });
}
