/** Tests that every network must pass: its limits have sources, and no crash or fault doubles or loses a post. */
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openMatrixStore } from '../../server/test/support/matrix-database.ts';
import type { JsonObject } from '../core/json.ts';
import type { Limit } from '../core/limits.ts';
import { type FakeFault, fakeFaults } from './fake-server.ts';
import { type MatrixCase, type MatrixRun, type MatrixStore, runOnce, type Side } from './matrix.ts';

export interface NetworkSpec extends Omit<MatrixCase, 'post' | 'parts'> {
  /** How doubt is settled. With `neither` a post may end unconfirmed; otherwise it must end published. */
  doubt: 'key' | 'ask' | 'neither';
  /** For networks whose servers run different software: which one the fake imitates. */
  variant?: string;
  /** The settings that every post needs. Default: none. */
  settings?: JsonObject;
  /** Posts to test, by name. */
  posts: Record<string, Pick<MatrixCase, 'post' | 'parts'>>;
}

export function describeNetworks(specs: readonly NetworkSpec[]): void {
  for (const spec of specs) describeNetwork(spec);
}

/** As reports and tests call it. */
function nameOf({ network, variant }: Pick<NetworkSpec, 'network' | 'variant'>): string {
  return variant === undefined ? network.rules.name : `${network.rules.name} (${variant})`;
}

function describeNetwork(spec: NetworkSpec): void {
  describe(nameOf(spec), () => {
    let store: MatrixStore & { close(): Promise<void> };
    beforeAll(async () => {
      store = await openMatrixStore();
    });
    afterAll(() => store.close());

    describeRules(spec);
    for (const [name, each] of Object.entries(spec.posts)) {
      describe(name, () => describePost({ ...spec, ...each }, spec.doubt, () => store));
    }
  });
}

function describeRules({ network, doubt, settings = {} }: NetworkSpec): void {
  const { rules } = network;

  test('states where and when each limit was read', () => {
    for (const [name, limit] of Object.entries(rules.limits as unknown as Record<string, Limit<unknown>>)) {
      expect(limit.source, name).not.toBe('');
      expect(limit.checked, name).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
  });

  test('declares that it can be asked if its doubt is settled by asking', () => {
    if (doubt !== 'neither') expect(network.reconciles === true).toBe(doubt === 'ask');
  });

  test('rejects unknown settings', () => {
    const validate = new Ajv({ strict: false }).compile(rules.settings);
    expect(validate(settings)).toBe(true);
    expect(validate({ ...settings, no_network_has_this: true })).toBe(false);
  });
}

function describePost(matrix: MatrixCase, doubt: NetworkSpec['doubt'], store: () => MatrixStore): void {
  test('is published once, without a secret in the journal, the outcome, an address or the console', async () => {
    const printed = spyOnConsole();
    const run = await runOnce(matrix, store());
    const lines = printed.flatMap(({ mock }) => mock.calls.map((line) => line.map(String).join(' ')));
    for (const spy of printed) spy.mockRestore();
    expect(run.outcome.kind).toBe('published');
    expect(run.visible).toBe(matrix.parts);
    expect(run.leaks).toEqual([]);
    expect(lines).toEqual([]);
  });

  test('waits as long as the network asks', async () => {
    const { visibleAt } = await runOnce(matrix, store(), { faults: ['throttle_2s'] });
    const [first = new Date(), second = new Date()] = visibleAt;
    expect(second.getTime() - first.getTime()).toBeGreaterThanOrEqual(2000);
  });

  test('leaves no secret behind after a refresh or an answer that was lost', async () => {
    const leaks = async (fault: FakeFault) => (await runOnce(matrix, store(), { faults: [fault] })).leaks;
    expect([await leaks('expire'), await leaks('accept_then_garbage')]).toEqual([[], []]);
  });

  test.each(fakeFaults)('survives %s without a double or lost post', async (fault) => {
    const run = await runOnce(matrix, store(), { faults: [fault] });
    expectSettled(run, matrix, doubt, `after ${fault}`);
  });

  test('survives a crash before and after every operation', async () => {
    const { operations } = await runOnce(matrix, store());
    for (let at = 1; at <= operations; at += 1) {
      for (const side of ['before', 'after'] satisfies Side[]) {
        const run = await runOnce(matrix, store(), { crash: { at, side } });
        expect(run.crashed).toBe(true);
        expectSettled(run, matrix, doubt, `crash ${side} operation ${at}`);
      }
    }
  });

  test('survives a lost answer and a crash at every operation after it', async () => {
    const lost: FakeFault[] = ['accept_then_drop'];
    const { operations } = await runOnce(matrix, store(), { faults: lost });
    for (let at = 1; at <= operations; at += 1) {
      const run = await runOnce(matrix, store(), { faults: lost, crash: { at, side: 'after' } });
      expectSettled(run, matrix, doubt, `lost answer, crash after operation ${at}`);
    }
  });
}

function spyOnConsole() {
  const methods = ['debug', 'error', 'info', 'log', 'warn'] as const;
  return [
    vi.spyOn(process.stdout, 'write'),
    vi.spyOn(process.stderr, 'write'),
    ...methods.map((name) => vi.spyOn(console, name)),
  ];
}

export function expectSettled(
  { outcome, visible }: MatrixRun,
  { parts }: MatrixCase,
  doubt: string,
  when: string,
): void {
  expect(visible, `${when}: doubled`).toBeLessThanOrEqual(parts);
  if (outcome.kind === 'published') expect(visible, `${when}: lost`).toBe(parts);
  else if (outcome.kind === 'held') expect(visible, `${when}: held, yet visible`).toBeLessThan(parts);
  else {
    expect(doubt, `${when}: ended ${JSON.stringify(outcome)}`).toBe('neither');
    expect(outcome.kind, when).toBe('unconfirmed');
  }
}
