import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { app, appKeys, listScopes, readKeys } from './app.ts';

const accepts = new Ajv2020({ strict: false, formats: { password: true } }).compile(appKeys);
const facebook = { facebook_app_id: '1', facebook_app_secret: 'a' };
const instagram = { instagram_app_id: '2', instagram_app_secret: 'b' };
const threads = { threads_app_id: '3', threads_app_secret: 'c' };

describe('the keys', () => {
  test('are pairs of an id and a secret, of one way or of several', () => {
    for (const keys of [facebook, instagram, threads, { ...facebook, ...instagram, ...threads }])
      expect(accepts(keys)).toBe(true);
    for (const keys of [{}, { facebook_app_id: '1' }, { instagram_app_secret: 'b' }, { threads_app_id: '3' }])
      expect(accepts(keys)).toBe(false);
  });

  test('are read for one way, and never for the other', () => {
    expect(readKeys(facebook, 'facebook')).toEqual({ client_id: '1', client_secret: 'a' });
    expect(readKeys(threads, 'threads')).toEqual({ client_id: '3', client_secret: 'c' });
    expect(() => readKeys(facebook, 'threads')).toThrow('keys of its Threads app');
    expect(() => readKeys(facebook, 'instagram')).toThrow('keys of its Instagram app');
    expect(() => readKeys(undefined, 'facebook')).toThrow('keys of its Facebook app');
  });

  test('are explained with the redirect address', () => {
    expect(app.guide.split('{redirect}')).toHaveLength(4);
  });
});

test('a product that a network does not have adds no scope', () => {
  expect(listScopes({ products: ['business', 'comments'] }, { needed: ['a'], comments: 'b' })).toEqual([
    'a',
    'b',
  ]);
  expect(listScopes(undefined, { needed: [], comments: ['b', 'e'] })).toEqual(['b', 'e']);
  expect(listScopes(undefined, { needed: [], comments: 'b', insights: 'c', removal: 'd' })).toEqual([
    'b',
    'c',
  ]);
});
