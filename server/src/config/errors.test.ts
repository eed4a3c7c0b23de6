import { describe, expect, it } from 'vitest';
import { ConfigError, type Environment, readConfig } from './config.ts';

const platforms = ['sandbox', 'bluesky'];
const read = (env: Environment) => readConfig(env, platforms);

function sentencesOf(env: Environment): readonly string[] {
  try {
    read(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.sentences;
    throw error;
  }
  return [];
}

describe('an invalid variable', () => {
  it.each<[Environment, string]>([
    [{ PORT: '80x' }, 'PORT is "80x": it must be a whole number from 1 to 65535.'],
    [{ PORT: '65536' }, 'PORT is "65536": it must be a whole number from 1 to 65535.'],
    [{ HOST: 'a:80' }, 'HOST is "a:80": it must be an IP address or a host name, without a port.'],
    [
      { TRUSTED_PROXIES: 'proxy.lan' },
      'TRUSTED_PROXIES contains "proxy.lan": each entry must be an IP or a CIDR.',
    ],
    [
      { PUBLIC_URL: 'https://a.example/posts' },
      'PUBLIC_URL is "https://a.example/posts": it must be an http or https address without a path.',
    ],
    [
      { PUBLIC_URL: 'ftp://a.example' },
      'PUBLIC_URL is "ftp://a.example": it must be an http or https address without a path.',
    ],
    [
      { DATABASE_URL: 'mysql://ann:pw@db' },
      'DATABASE_URL begins with mysql://: it must begin with postgres:// or postgresql://.',
    ],
    [
      { DATABASE_URL: 'ann:pw@db' },
      'DATABASE_URL is not a URL: it must begin with postgres:// or postgresql://.',
    ],
    [
      { DATABASE_URL: 'postgres://ann:p#w@db/belfry' },
      'DATABASE_URL cannot be read: it must be like postgres://user:password@host:5432/database, where a user or ' +
        'password with special characters is percent-encoded.',
    ],
    [
      { DATABASE_URL: 'postgres://db/belfry?sslmode=verify' },
      'DATABASE_URL has sslmode=verify: it must be one of disable, no-verify, prefer, require, verify-ca, verify-full.',
    ],
    [
      { DATABASE_URL: 'postgres://one,two/belfry?target_session_attrs=any' },
      'DATABASE_URL has target_session_attrs=any: it must be one of read-write, primary.',
    ],
    [
      { DATABASE_URL: 'postgres://db/belfry?sslrootcert=/no/ca.pem' },
      'DATABASE_URL has sslrootcert=/no/ca.pem: this file is not there, or this user may not read it.',
    ],
    [
      { NODE_EXTRA_CA_CERTS: '/no/ca.pem' },
      'NODE_EXTRA_CA_CERTS is /no/ca.pem, which cannot be read (ENOENT).',
    ],
    [
      { NODE_EXTRA_CA_CERTS: import.meta.filename },
      `NODE_EXTRA_CA_CERTS is ${import.meta.filename}, which has no certificates in PEM format.`,
    ],
    [{ SMTP_TLS: 'off' }, 'SMTP_TLS is "off": it must be one of verified, unverified.'],
    [
      { SMTP_URL: 'smtp://ann:secret@mail.example/?logger=true' },
      'SMTP_URL is not usable: it must be like smtp://user:password@host:587 or smtps://host.',
    ],
    [
      { MAIL_FROM: 'a@x.example, b@x.example' },
      'MAIL_FROM is "…@x.example": it must be an address, or like Belfry <belfry@example.org>.',
    ],
    [{ STORAGE_URL: '/mnt/media' }, 'STORAGE_URL is not an address that begins with s3://.'],
    [
      { STORAGE_URL: 's3://ab' },
      'STORAGE_URL has no valid bucket after s3://, which is 3 to 63 lower-case letters, digits, dots and hyphens.',
    ],
    [
      { STORAGE_URL: 's3://media/a%20b' },
      'STORAGE_URL has a prefix with characters other than letters, digits, dots, hyphens, underscores and slashes.',
    ],
    [
      { STORAGE_URL: 's3://media?endpiont=http://minio:9000' },
      'STORAGE_URL has an unknown parameter. The known ones are endpoint and region.',
    ],
    [
      { STORAGE_URL: 's3://media?endpoint=minio:9000' },
      'STORAGE_URL has an invalid endpoint. It must be an http or https address without a path.',
    ],
    [
      { STORAGE_URL: 's3://media?region=EU west' },
      'STORAGE_URL has an invalid region. A valid one is eu-central-1.',
    ],
    [{ BELFRY_ROLE: 'web' }, 'BELFRY_ROLE is "web": it must be one of both, api, worker.'],
    [{ BELFRY_SECRET: 'hunter2' }, 'BELFRY_SECRET has 7 characters: it must have at least 32.'],
    [{ BELFRY_SECRET: 'x' }, 'BELFRY_SECRET has 1 character: it must have at least 32.'],
    [{ BELFRY_SETUP_TOKEN: 'hunter2' }, 'BELFRY_SETUP_TOKEN has 7 characters: it must have at least 16.'],
    [
      { OUTBOUND_ALLOW: 'intranet, http://wiki' },
      'OUTBOUND_ALLOW contains "http://wiki": each entry must be a host, an IP or a CIDR; append :port to allow only one port ([IPv6]:port).',
    ],
    [
      { NETWORK_ENDPOINTS: '[]' },
      'NETWORK_ENDPOINTS is not a JSON object: it must be like {"platform": "https://api.example"}.',
    ],
    [
      { NETWORK_ENDPOINTS: '{' },
      'NETWORK_ENDPOINTS is not a JSON object: it must be like {"platform": "https://api.example"}.',
    ],
    [
      { NETWORK_ENDPOINTS: '{"blusky": "https://a"}' },
      'NETWORK_ENDPOINTS names "blusky": the platforms are sandbox, bluesky.',
    ],
    [
      { NETWORK_ENDPOINTS: '{"sandbox": "ftp://a"}' },
      'NETWORK_ENDPOINTS has no http or https base address for sandbox.',
    ],
    [
      { NETWORK_LIMITS: '[]' },
      'NETWORK_LIMITS is not a JSON object: it must be like {"platform": {"image.bytes": 10000000}}.',
    ],
    [{ NETWORK_LIMITS: '{"telegram": 5}' }, 'NETWORK_LIMITS has no JSON object for telegram.'],
    [
      { NETWORK_LIMITS: '{"telegram": {"video.bytes": 5}}' },
      'NETWORK_LIMITS names "video.bytes" of telegram: only limits that no official page confirms can be set, which are text.max, image.types, rate.',
    ],
    [
      { NETWORK_LIMITS: '{"threads": {"text.max": 600}}' },
      'NETWORK_LIMITS names "text.max" of threads: only limits that no official page confirms can be set, which are none.',
    ],
    ...['0', '-1', '1.5', '"5"', 'null', '[5]'].map((value): [Environment, string] => [
      { NETWORK_LIMITS: `{"telegram": {"rate": ${value}}}` },
      'NETWORK_LIMITS has no value such as 20 for rate of telegram.',
    ]),
    ...['[]', '[5]', '"image/png"', '["a b"]', JSON.stringify(Array(51).fill('image/png'))].map(
      (value): [Environment, string] => [
        { NETWORK_LIMITS: `{"telegram": {"image.types": ${value}}}` },
        'NETWORK_LIMITS has no value such as ["image/jpeg","image/png","image/webp","image/gif"] for image.types of telegram.',
      ],
    ),
    [
      { MEASURE_BUDGET: '{"blusky": 5}' },
      'MEASURE_BUDGET names "blusky": the platforms are sandbox, bluesky.',
    ],
    [{ MEASURE_BUDGET: '{"sandbox": 1.5}' }, 'MEASURE_BUDGET has no whole number for sandbox.'],
    [{ MEASURE_BUDGET: '{"sandbox": -1}' }, 'MEASURE_BUDGET has no whole number for sandbox.'],
    [
      { NETWORK_ENDPOINTS: '{"sandbox": 1}' },
      'NETWORK_ENDPOINTS has no http or https base address for sandbox.',
    ],
    [
      { NETWORK_APPS: '{' },
      'NETWORK_APPS is not a JSON object: it must be like {"family": {"client_id": "…"}}.',
    ],
    [{ NETWORK_APPS: '{"bells": "hunter2"}' }, 'NETWORK_APPS has no JSON object for "bells".'],
    [
      { CORS_ORIGINS: 'https://a.example, *' },
      'CORS_ORIGINS contains "*": each entry must be an origin such as https://app.example; * must be the only entry.',
    ],
    [
      { CORS_ORIGINS: 'https://a.example/app' },
      'CORS_ORIGINS contains "https://a.example/app": each entry must be an origin such as https://app.example; * must be the only entry.',
    ],
    [{ RATE_LIMIT_READS: '-1' }, 'RATE_LIMIT_READS is "-1": it must be a whole number from 0 to 1000000.'],
    [
      { LOG_LEVEL: 'verbose' },
      'LOG_LEVEL is "verbose": it must be one of trace, debug, info, warn, error, fatal, silent.',
    ],
    [
      { BELFRY_ROLLE: 'api' },
      'BELFRY_ROLLE is not a variable of Belfry: correct the name or remove it. The variables with this prefix are BELFRY_ROLE, BELFRY_SECRET, BELFRY_SETUP_TOKEN.',
    ],
  ])('such as %o is reported in one sentence', (env, sentence) => {
    expect(sentencesOf(env)).toEqual([sentence]);
  });

  it('is reported together with all others', () => {
    const env = {
      PORT: '0',
      LOG_LEVEL: 'loud',
      OUTBOUND_ALLOW: 'a b,c d',
      NETWORK_ENDPOINTS: '{"sandbox": 1, "x": 2}',
    };
    expect(sentencesOf(env).map((sentence) => sentence.split(' ')[0])).toEqual([
      'PORT',
      'OUTBOUND_ALLOW',
      'OUTBOUND_ALLOW',
      'NETWORK_ENDPOINTS',
      'NETWORK_ENDPOINTS',
      'LOG_LEVEL',
    ]);
    expect(() => read({ PORT: '0', LOG_LEVEL: 'loud' })).toThrow(
      /^The configuration is invalid\. Correct the environment or \.env:\n- PORT is "0": .+\n- LOG_LEVEL is "loud": .+$/,
    );
  });

  it('is reported without its secret', () => {
    const secrets = {
      PUBLIC_URL: 'https://ann:hunter2@a.example',
      DATABASE_URL: 'mysql://ann:hunter2@db',
      STORAGE_URL: 's3://ann:hunter2@media',
      HOST: 'ann:hunter2@a.example',
      BELFRY_SECRET: 'hunter2',
      BELFRY_SETUP_TOKEN: 'hunter2',
      OUTBOUND_ALLOW: 'http://ann:hunter2@wiki',
      NETWORK_ENDPOINTS: '{"sandbox": "https://ann:hunter2@a.example"}',
      NETWORK_APPS: '{"bells": ["hunter2"]}',
    };
    expect(sentencesOf(secrets)).toHaveLength(9);
    expect(sentencesOf(secrets).join()).not.toContain('hunter2');
  });

  it('is not one that Kubernetes sets for a Service named belfry', () => {
    const env = {
      BELFRY_SERVICE_HOST: '10.0.0.1',
      BELFRY_PORT: 'tcp://10.0.0.1:80',
      BELFRY_PORT_80_TCP: 'x',
    };
    expect(sentencesOf(env)).toEqual([]);
  });
});
