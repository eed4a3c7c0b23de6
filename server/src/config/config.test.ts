import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Environment, readConfig } from './config.ts';

const platforms = ['sandbox', 'bluesky'];
const read = (env: Environment) => readConfig(env, platforms);

const defaults = {
  port: 4600,
  host: '127.0.0.1',
  publicUrl: 'http://localhost:4600',
  dataDir: resolve('data'),
  databaseUrl: undefined,
  databaseDirectUrl: undefined,
  storageUrl: undefined,
  role: 'both',
  drainSeconds: 0,
  secret: undefined,
  setupToken: undefined,
  outboundAllow: [],
  trustedProxies: [],
  corsOrigins: [],
  networkEndpoints: {},
  networkLimits: {},
  measureBudget: {},
  networkApps: {},
  rateLimitReads: 300,
  rateLimitWrites: 120,
  workspaces: 'anyone',
  workspacesPerPerson: 20,
  logLevel: 'info',
  smtpUrl: undefined,
  smtpTls: 'verified',
  extraAuthorities: undefined,
  mailFrom: { name: 'Belfry', address: 'belfry@localhost' },
  openId: undefined,
  metricsToken: undefined,
  traces: undefined,
};

describe('readConfig', () => {
  it('has a default for every variable', () => {
    expect(read({})).toEqual(defaults);
  });

  it('treats an empty variable as absent', () => {
    expect(read({ PORT: '', BELFRY_SECRET: ' ', NETWORK_ENDPOINTS: '' })).toEqual(defaults);
  });

  it('reads every variable', () => {
    const config = read({
      PORT: '8080',
      HOST: '::',
      PUBLIC_URL: 'https://Posts.example:443/',
      DATA_DIR: '/var/lib/belfry',
      DATABASE_URL: 'postgresql://ann:pw@pool/belfry',
      DATABASE_DIRECT_URL: 'postgresql://ann:pw@db/belfry',
      STORAGE_URL: 's3://media/belfry/?endpoint=http://minio:9000&region=eu-1',
      BELFRY_ROLE: 'worker',
      DRAIN_SECONDS: '8',
      BELFRY_SECRET: 's'.repeat(32),
      BELFRY_SETUP_TOKEN: 't'.repeat(16),
      OUTBOUND_ALLOW: 'intranet:8443, 10.0.0.0/8,[::1]:9000,',
      TRUSTED_PROXIES: '10.0.0.7, fd00::/8',
      CORS_ORIGINS: 'https://App.example:443/, http://localhost:5173',
      NETWORK_ENDPOINTS: '{"sandbox": "http://127.0.0.1:4700/api/"}',
      NETWORK_LIMITS: '{"facebook": {"story/video.seconds": 120}}',
      MEASURE_BUDGET: '{"sandbox": 5}',
      NETWORK_APPS: '{"bells": {"client_id": "one"}}',
      RATE_LIMIT_READS: '0',
      RATE_LIMIT_WRITES: '7',
      WORKSPACES: 'invited',
      WORKSPACES_PER_PERSON: '3',
      LOG_LEVEL: 'silent',
      SMTP_URL: 'smtp://ann:pw@mail.example:587?requireTLS=true',
      SMTP_TLS: 'unverified',
      MAIL_FROM: 'Tower <tower@posts.example>',
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'a',
      OIDC_CLIENT_SECRET: 'b',
      OIDC_NAME: 'Tower',
      OIDC_LINK_BY_EMAIL: 'true',
      OIDC_JOIN: '3:viewer',
      METRICS_TOKEN: 'm'.repeat(16),
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
    });
    expect(config).toEqual({
      port: 8080,
      host: '::',
      publicUrl: 'https://posts.example',
      dataDir: '/var/lib/belfry',
      databaseUrl: 'postgresql://ann:pw@pool/belfry',
      databaseDirectUrl: 'postgresql://ann:pw@db/belfry',
      storageUrl: { bucket: 'media', prefix: 'belfry/', endpoint: 'http://minio:9000', region: 'eu-1' },
      role: 'worker',
      drainSeconds: 8,
      secret: 's'.repeat(32),
      setupToken: 't'.repeat(16),
      outboundAllow: [
        { host: 'intranet', port: 8443 },
        { range: '10.0.0.0/8' },
        { range: '::1/128', port: 9000 },
      ],
      trustedProxies: ['10.0.0.7/32', 'fd00::/8'],
      corsOrigins: ['https://app.example', 'http://localhost:5173'],
      networkEndpoints: { sandbox: 'http://127.0.0.1:4700/api' },
      networkLimits: { facebook: { 'story/video.seconds': 120 } },
      measureBudget: { sandbox: 5 },
      networkApps: { bells: { client_id: 'one' } },
      rateLimitReads: 0,
      rateLimitWrites: 7,
      workspaces: 'invited',
      workspacesPerPerson: 3,
      logLevel: 'silent',
      smtpUrl: 'smtp://ann:pw@mail.example:587?requireTLS=true',
      smtpTls: 'unverified',
      mailFrom: { name: 'Tower', address: 'tower@posts.example' },
      openId: {
        issuer: 'https://id.example/',
        clientId: 'a',
        clientSecret: 'b',
        name: 'Tower',
        linkByEmail: true,
        join: { workspaceId: 3, role: 'viewer' },
      },
      metricsToken: 'm'.repeat(16),
      traces: { url: 'http://collector:4318/v1/traces', service: 'belfry' },
    });
  });

  it('derives the public URL from the port', () => {
    expect(read({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  });

  it('is deeply frozen', () => {
    const config = read({
      OUTBOUND_ALLOW: 'intranet',
      NETWORK_ENDPOINTS: '{"sandbox": "http://a"}',
      NETWORK_APPS: '{"bells": {"client_id": "one"}}',
      STORAGE_URL: 's3://media',
    });
    const { outboundAllow, networkEndpoints, networkApps, storageUrl } = config;
    const parts = [
      config,
      outboundAllow,
      outboundAllow[0],
      networkEndpoints,
      networkApps,
      networkApps['bells'],
      storageUrl,
    ];
    expect(parts.filter((part) => !Object.isFrozen(part))).toEqual([]);
    expect([read({}).outboundAllow, read({}).networkEndpoints].map(Object.isFrozen)).toEqual([true, true]);
  });
});

describe('.env.example', () => {
  it('documents every variable with its default, and no other', async () => {
    const text = await readFile(new URL('../../../.env.example', import.meta.url), 'utf8');
    const documented = parseEnv(text.replaceAll(/^# (?=[A-Z_]+=)/gm, ''));
    expect(Object.keys(documented).sort()).toEqual([...new Set(namesRead())].sort());
    expect(read(documented)).toEqual(defaults);
  });

  it('explains each variable in one line above it', async () => {
    const text = await readFile(new URL('../../../.env.example', import.meta.url), 'utf8');
    const [, ...paragraphs] = text.trim().split('\n\n');
    expect(paragraphs.filter((one) => !/^# .+\.\n# [A-Z_]+=.*$/.test(one))).toEqual([]);
  });
});

/** Every variable that readConfig asks for. */
function namesRead(): string[] {
  const names: string[] = [];
  const watched = new Proxy<Environment>(
    {},
    {
      get: (_env, name) => {
        names.push(String(name));
        return undefined;
      },
    },
  );
  read(watched);
  return names;
}
