import { describe, expect, test } from 'vitest';
import { ConfigError, type Environment, readConfig } from '../../config/index.ts';

const provider = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };
const together =
  'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all of them, or none.';

function faultsOf(env: Environment): readonly string[] {
  try {
    readConfig(env, []);
  } catch (error) {
    if (error instanceof ConfigError) return error.sentences;
    throw error;
  }
  return [];
}

describe('a provider', () => {
  test('has its host as name and does not link users by e-mail, by default', () => {
    const { openId } = readConfig(provider, []);
    expect(openId).toMatchObject({ name: 'id.example', linkByEmail: false, join: undefined });
    expect(Object.isFrozen(openId)).toBe(true);
  });

  test('may use plain HTTP on this machine', () => {
    const here = { ...provider, OIDC_ISSUER: 'http://127.0.0.1:8080/realms/a' };
    expect(readConfig(here, []).openId?.issuer).toBe('http://127.0.0.1:8080/realms/a');
  });

  test('has its address normalized', () => {
    const other = { ...provider, OIDC_ISSUER: 'HTTPS://id.example:443/' };
    expect(readConfig(other, []).openId).toEqual(readConfig(provider, []).openId);
  });

  test.each<[Environment, string]>([
    [{ OIDC_ISSUER: 'https://id.example' }, together],
    [{ OIDC_CLIENT_SECRET: 'hunter2' }, together],
    [{ OIDC_JOIN: '3:viewer' }, together],
    [
      { ...provider, OIDC_JOIN: '3:owner' },
      'OIDC_JOIN must be the id of a workspace and one of editor, author, viewer, like 3:viewer.',
    ],
    [
      { ...provider, OIDC_LINK_BY_EMAIL: 'yes' },
      'OIDC_LINK_BY_EMAIL is "yes": it must be one of true, false.',
    ],
  ])('with incomplete or invalid settings is an error: %o', (env, sentence) => {
    expect(faultsOf(env)).toEqual([sentence]);
  });

  test.each([
    ['http://id.example', 'must begin with https:// (http:// is for providers on this machine alone).'],
    ['http://127.0.0.1.evil.example', 'must begin with https://'],
    ['https://ann:hunter2@id.example', 'must be an address like https://id.example.org'],
    ['https://id.example/?a=b', 'must be an address like https://id.example.org'],
    ['id.example', 'must be an address like https://id.example.org'],
  ])('at %s is an error that does not reveal the secret', (OIDC_ISSUER, message) => {
    const [fault = '', ...more] = faultsOf({ ...provider, OIDC_ISSUER });
    expect([fault.includes(message), fault.includes('hunter2'), more]).toEqual([true, false, []]);
  });
});
