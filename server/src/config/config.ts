/** Reads the whole environment, once. No other file reads it. `.env.example` explains each variable. */

import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import process from 'node:process';
import type { Installed } from '@belfry/networks/core/installed.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import { allRules } from '@belfry/networks/rules.ts';
import type { Reader } from '../base/config-values.ts';
import {
  InvalidVariable,
  megabytes,
  oneOf,
  orInvalid,
  parseBase,
  parseWebUrl,
  quote,
  secretOf,
  wholeNumber,
} from '../base/config-values.ts';
import { type OutboundRule, parseOutboundRule, readRange } from '../base/outbound-rules.ts';
import type { TraceSettings } from '../base/tracing.ts';
import { parseDatabaseUrl } from '../db/database-url.ts';
import { parseS3Url, type S3Place } from '../files/index.ts';
import { type MailSettings, readMail } from '../mail/index.ts';
import { addTrustedAuthorities, readCertificates } from './authorities.ts';
import { budgetsOf, endpointsOf, parseApps, parseLimits } from './networks.ts';
import { type OpenIdSettings, readOpenId } from './openid.ts';

const roles = ['both', 'api', 'worker'] as const;
const workspaceCreators = ['anyone', 'invited'] as const;
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export interface Config extends MailSettings {
  readonly port: number;
  readonly host: string;
  /** An origin: no path, no trailing slash. */
  readonly publicUrl: string;
  /** Absolute. */
  readonly dataDir: string;
  /** Undefined: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  /** The same database without a pooler; undefined: `databaseUrl` is used for everything. */
  readonly databaseDirectUrl: string | undefined;
  /** Undefined: the media are in the data directory. */
  readonly storageUrl: Readonly<S3Place> | undefined;
  /** Bytes of media that one workspace may keep; undefined is no limit. */
  readonly mediaQuota: number | undefined;
  readonly role: (typeof roles)[number];
  /** Seconds for which a stopping process still answers requests, while /ready answers 503 to load balancers. */
  readonly drainSeconds: number;
  /** Undefined: the secret is in the data directory. */
  readonly secret: string | undefined;
  readonly setupToken: string | undefined;
  readonly outboundAllow: readonly OutboundRule[];
  /** IPs and CIDRs of proxies whose X-Forwarded-For header Belfry trusts. */
  readonly trustedProxies: readonly string[];
  /** Origins whose pages may read the API with an API key; `*` is every origin. */
  readonly corsOrigins: readonly string[];
  /** Base URLs without a trailing slash, by platform. Other networks use their own addresses. */
  readonly networkEndpoints: Readonly<Record<string, string>>;
  /** Values of limits that no official page confirms, by platform. */
  readonly networkLimits: Readonly<Record<string, Installed['set']>>;
  /** How many posts may be measured per month at networks that charge for it, by platform. */
  readonly measureBudget: Readonly<Record<string, number>>;
  /** Keys of the operator's apps at networks, by family. */
  readonly networkApps: Readonly<Record<string, JsonObject>>;
  /** Requests per minute and person; 0 is no limit. */
  readonly rateLimitReads: number;
  readonly rateLimitWrites: number;
  /** Who may create workspaces: every user, or only owners of the first workspace. */
  readonly workspaces: (typeof workspaceCreators)[number];
  /** Workspaces that one person may create or own; 0 is no limit. */
  readonly workspacesPerPerson: number;
  /** Undefined: sign-in by an OpenID provider is off. */
  readonly openId: Readonly<OpenIdSettings> | undefined;
  /** Undefined: /metrics is public. */
  readonly metricsToken: string | undefined;
  /** Undefined: no traces are sent. */
  readonly traces: Readonly<TraceSettings> | undefined;
  /** Certificates of authorities that TLS trusts in addition to those of Node. */
  readonly extraAuthorities: string | undefined;
  readonly logLevel: (typeof logLevels)[number];
}

export type Environment = Record<string, string | undefined>;

/** Has one sentence for each invalid variable, and never a secret. */
export class ConfigError extends Error {
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(
      [
        'The configuration is invalid. Correct the environment or .env:',
        ...sentences.map((sentence) => `- ${sentence}`),
      ].join('\n'),
    );
    this.name = 'ConfigError';
    this.sentences = sentences;
  }
}

/** Reads the environment and the file `.env` of the working directory. Throws {@link ConfigError}. */
export function loadConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(
    process.env,
    allRules.map(({ platform }) => platform),
  );
  if (config.extraAuthorities !== undefined) addTrustedAuthorities(config.extraAuthorities);
  return config;
}

/** `platforms` are the networks that NETWORK_ENDPOINTS may name. Throws {@link ConfigError}. */
export function readConfig(env: Environment, platforms: readonly string[]): Config {
  const reader = openReader(env);
  const { read, finish } = reader;
  const port = read('PORT', wholeNumber(1, 65_535), 4600);
  const publicUrl = read('PUBLIC_URL', parseOrigin, `http://localhost:${port}`);
  const databaseUrl = read('DATABASE_URL', parseDatabaseUrl, undefined);
  const databaseDirectUrl = read('DATABASE_DIRECT_URL', parseDatabaseUrl, undefined);
  if (databaseUrl === undefined && databaseDirectUrl !== undefined) {
    reader.addSentence(
      'DATABASE_DIRECT_URL is set, but DATABASE_URL is not: set both, DATABASE_URL with the pooler and DATABASE_DIRECT_URL without it.',
    );
  }
  return finish({
    port,
    host: read('HOST', parseHost, '127.0.0.1'),
    publicUrl,
    dataDir: read('DATA_DIR', (path) => resolve(path), resolve('data')),
    databaseUrl,
    databaseDirectUrl,
    storageUrl: read('STORAGE_URL', orInvalid(parseS3Url), undefined),
    mediaQuota: read('MEDIA_QUOTA_MB', megabytes, undefined),
    role: read('BELFRY_ROLE', oneOf(roles), 'both'),
    drainSeconds: read('DRAIN_SECONDS', wholeNumber(0, 300), 0),
    secret: read('BELFRY_SECRET', secretOf(32), undefined),
    setupToken: read('BELFRY_SETUP_TOKEN', secretOf(16), undefined),
    outboundAllow: read('OUTBOUND_ALLOW', parseRules, Object.freeze([])),
    trustedProxies: read('TRUSTED_PROXIES', parseRanges, Object.freeze([])),
    corsOrigins: read('CORS_ORIGINS', parseOrigins, Object.freeze([])),
    networkEndpoints: read('NETWORK_ENDPOINTS', endpointsOf(platforms), Object.freeze({})),
    networkLimits: read('NETWORK_LIMITS', parseLimits, Object.freeze({})),
    measureBudget: read('MEASURE_BUDGET', budgetsOf(platforms), Object.freeze({})),
    networkApps: read('NETWORK_APPS', parseApps, Object.freeze({})),
    rateLimitReads: read('RATE_LIMIT_READS', wholeNumber(0, 1_000_000), 300),
    rateLimitWrites: read('RATE_LIMIT_WRITES', wholeNumber(0, 1_000_000), 120),
    workspaces: read('WORKSPACES', oneOf(workspaceCreators), 'anyone'),
    workspacesPerPerson: read('WORKSPACES_PER_PERSON', wholeNumber(0, 1_000_000), 20),
    ...readMail(reader, publicUrl),
    openId: readOpenId(reader),
    metricsToken: read('METRICS_TOKEN', secretOf(16), undefined),
    traces: readTraces(reader),
    extraAuthorities: read('NODE_EXTRA_CA_CERTS', readCertificates, undefined),
    logLevel: read('LOG_LEVEL', oneOf(logLevels), 'info'),
  });
}

/** Collects all sentences, so that one start shows all of them. An empty variable counts as absent. */
function openReader(env: Environment): Reader & { finish(config: Config): Config } {
  const known = new Set<string>();
  const sentences: string[] = [];
  function read<Value, Fallback>(name: string, parse: (text: string) => Value, fallback: Fallback) {
    known.add(name);
    const text = env[name]?.trim() ?? '';
    if (text === '') return fallback;
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof InvalidVariable)) throw error;
      sentences.push(...error.reasons.map((reason) => `${name} ${reason}`));
      return fallback;
    }
  }
  function finish(config: Config): Config {
    sentences.push(...findUnknown(env, known));
    if (sentences.length > 0) throw new ConfigError(sentences);
    return Object.freeze(config);
  }
  return { read, finish, addSentence: (sentence: string) => void sentences.push(sentence) };
}

/** An unknown name with our prefix is a typing error. Ignoring a misspelt role or secret would do harm. */
function findUnknown(env: Environment, known: ReadonlySet<string>): string[] {
  const ours = [...known].filter((name) => name.startsWith('BELFRY_'));
  return Object.keys(env)
    .filter((name) => name.startsWith('BELFRY_') && !known.has(name) && !isFromKubernetes(name))
    .map(
      (name) =>
        `${name} is not a variable of Belfry: correct the name or remove it. The variables with this prefix are ${ours.join(', ')}.`,
    );
}

/** Kubernetes sets such variables in every pod for a Service named `belfry`. */
function isFromKubernetes(name: string): boolean {
  return /^BELFRY_(SERVICE|PORT)(_|$)/.test(name);
}

function parseHost(text: string): string {
  if (isIP(text) !== 0 || /^[a-z0-9.-]+$/i.test(text)) return text;
  throw new InvalidVariable(`is ${quote(text)}: it must be an IP address or a host name, without a port.`);
}

function parseOrigin(text: string): string {
  const origin = originOf(text);
  if (origin !== undefined) return origin;
  throw new InvalidVariable(`is ${quote(text)}: it must be an http or https address without a path.`);
}

function parseOrigins(text: string): readonly string[] {
  const wanted = 'each entry must be an origin such as https://app.example; * must be the only entry';
  return text === '*' ? Object.freeze([text]) : parseList(text, originOf, wanted);
}

function originOf(text: string): string | undefined {
  const url = parseWebUrl(text);
  return url?.pathname === '/' ? url.origin : undefined;
}

/** Reads the standard variables of OpenTelemetry. It uses the address for traces unchanged. */
function readTraces({ read }: Reader): Readonly<TraceSettings> | undefined {
  const all = read('OTEL_EXPORTER_OTLP_ENDPOINT', parseCollector, undefined);
  const url = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', parseCollector, all && `${all}/v1/traces`);
  const service = read('OTEL_SERVICE_NAME', (text) => text, 'belfry');
  return url === undefined ? undefined : Object.freeze({ url, service });
}

function parseCollector(text: string): string {
  const base = parseBase(text);
  if (base !== undefined) return base;
  throw new InvalidVariable(
    `is ${quote(text)}: it must be an http or https address, like http://localhost:4318.`,
  );
}

function parseRules(text: string): readonly OutboundRule[] {
  const wanted =
    'each entry must be a host, an IP or a CIDR; append :port to allow only one port ([IPv6]:port)';
  return Object.freeze(parseList(text, parseOutboundRule, wanted).map((rule) => Object.freeze(rule)));
}

function parseRanges(text: string): readonly string[] {
  return parseList(text, readRange, 'each entry must be an IP or a CIDR');
}

function parseList<Entry>(
  text: string,
  parse: (entry: string) => Entry | undefined,
  wanted: string,
): readonly Entry[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const parsed = entries.map(parse);
  const bad = entries.filter((_entry, at) => parsed[at] === undefined);
  if (bad.length > 0)
    throw new InvalidVariable(...bad.map((entry) => `contains ${quote(entry)}: ${wanted}.`));
  return Object.freeze(parsed.filter((entry) => entry !== undefined));
}
