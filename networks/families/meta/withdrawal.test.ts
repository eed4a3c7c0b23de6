import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signRequest } from './fake-withdrawal.ts';
import { namePeople, readWithdrawal } from './withdrawal.ts';

const keys = {
  ...{ facebook_app_id: '100', facebook_app_secret: 'secret of facebook' },
  ...{ instagram_app_id: '200', instagram_app_secret: 'secret of instagram' },
  products: ['comments'],
};
const secret = keys.instagram_app_secret;
const issued_at = 1_795_000_000;
const payload = { user_id: '17', algorithm: 'HMAC-SHA256', issued_at };
const read = (signed_request: string) => readWithdrawal({ signed_request }, keys);
const message = signRequest(payload, secret);
const [signature = '', encoded = ''] = message.split('.');

describe('a message', () => {
  test('names the person for the app that signed it', () => {
    const signedAt = new Date(issued_at * 1000);
    expect(read(message)).toEqual({ person: '200:17', signedAt });
    expect(read(signRequest(payload, keys.facebook_app_secret))).toEqual({ person: '100:17', signedAt });
    expect(namePeople('200', '17', undefined, '18')).toEqual(['200:17', '200:18']);
  });

  test('may have a padded signature, as some of Meta have', () => {
    expect(read(`${signature}=.${encoded}`)?.person).toBe('200:17');
  });

  test('may have an id that is a number beyond 2^53, with spaces around it', () => {
    const text = `{ "algorithm": "HMAC-SHA256", "issued_at": ${issued_at}, "user_id" : 17841405793187219 }`;
    expect(read(signRequest(text, secret))?.person).toBe('200:17841405793187219');
  });
});

const sha1 = createHmac('sha1', secret).update(encoded).digest('base64url');
const otherUser = Buffer.from(JSON.stringify({ ...payload, user_id: '18' })).toString('base64url');

test.each<[string, string]>([
  ['with another secret', signRequest(payload, 'secret of another app')],
  ['with the id of the app as secret', signRequest(payload, keys.instagram_app_id)],
  ['with an altered payload', `${signature}.${otherUser}`],
  ['without a signature', `.${encoded}`],
  ['with half a signature', `${signature.slice(0, 20)}.${encoded}`],
  ['with more after it', `${message}.${encoded}`],
  ['by SHA-1', `${sha1}.${encoded}`],
  ['that names another algorithm', signRequest({ ...payload, algorithm: 'none' }, secret)],
  ['that names no algorithm', signRequest({ user_id: '17', issued_at }, secret)],
  ['without a time', signRequest({ user_id: '17', algorithm: 'HMAC-SHA256' }, secret)],
  ['with a time as text', signRequest({ ...payload, issued_at: `${issued_at}` }, secret)],
  ['without a person', signRequest({ algorithm: 'HMAC-SHA256', issued_at }, secret)],
  ['with a person that is no number', signRequest({ ...payload, user_id: '17:18' }, secret)],
  ['with a person quoted within a text', signRequest({ ...payload, user_id: '"user_id":"17"' }, secret)],
  ['that is no JSON', signRequest('user_id=17', secret)],
  ['that is longer than any', signRequest({ ...payload, more: 'x'.repeat(4096) }, secret)],
  ['that is empty', ''],
])('a message %s is not read', (_, signed) => {
  expect(read(signed)).toBeUndefined();
});

test('a form without the field is not read, nor any form without keys', () => {
  expect(readWithdrawal({}, keys)).toBeUndefined();
  for (const other of [{}, { instagram_app_secret: secret }, { instagram_app_id: '200' }])
    expect(readWithdrawal({ signed_request: message }, other)).toBeUndefined();
});

test('any text is refused without an error', () => {
  fc.assert(fc.property(fc.string(), (text) => read(text) === undefined));
});
