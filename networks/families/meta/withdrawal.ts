/**
 * Messages about people who removed an app or want their data deleted:
 * https://developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback (2026-11-22).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { field, type JsonObject, textField } from '../../core/json.ts';
import type { Withdrawal } from '../../core/network.ts';

/** Characters. Meta's messages have some 200. */
const longest = 4096;
/** A signature of 32 bytes and the signed text, both in base64url. Meta pads some signatures. */
const signedRequest = /^([A-Za-z0-9_-]{43})=?\.([A-Za-z0-9_-]+)$/;
/** Some ids are numbers beyond 2^53, which JSON.parse rounds. */
const userId = /"user_id":"?([0-9]{1,30})[",}]/;

/** The texts that name a person with these ids. An id of Meta is valid for one app only. */
export function namePeople(appId: string, ...ids: readonly (string | undefined)[]): string[] {
  return ids.flatMap((id) => (id === undefined ? [] : `${appId}:${id}`));
}

/** Undefined unless one of the apps in the keys has signed the message. */
export function readWithdrawal(
  { signed_request: message = '' }: Readonly<Record<string, string>>,
  keys: JsonObject,
): Withdrawal | undefined {
  const [, signature, payload] = (message.length <= longest && signedRequest.exec(message)) || [];
  if (signature === undefined || payload === undefined) return undefined;
  const given = Buffer.from(signature, 'base64url');
  const signer = listApps(keys).find(({ secret }) =>
    timingSafeEqual(createHmac('sha256', secret).update(payload).digest(), given),
  );
  return signer && readPayload(Buffer.from(payload, 'base64url').toString(), signer.id);
}

/** Each way to sign in has an app of its own. */
function listApps(keys: JsonObject): { id: string; secret: string }[] {
  return Object.keys(keys).flatMap((name) => {
    const [id, secret] = [textField(keys, name.replace(/_secret$/, '_id')), textField(keys, name)];
    const isSecret = name.endsWith('_app_secret') && id !== undefined && secret !== undefined;
    return isSecret ? [{ id, secret }] : [];
  });
}

function readPayload(text: string, appId: string): Withdrawal | undefined {
  const json = parse(text);
  const [, id] = userId.exec(text.replaceAll(/[\t\n\r ]/g, '')) ?? [];
  const seconds = field(json, 'issued_at');
  const [person] = namePeople(appId, id);
  const isReadable = field(json, 'algorithm') === 'HMAC-SHA256' && typeof seconds === 'number';
  return isReadable && person !== undefined ? { person, signedAt: new Date(seconds * 1000) } : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
