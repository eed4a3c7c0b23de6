/** Calls that are not part of publishing: as a caller at a fake, and each of them disturbed. */
import { expect } from 'vitest';
import { loopbackHttp } from '../../../server/test/support/loopback-http.ts';
import { type Fault, NetworkFault } from '../../core/fault.ts';
import type { Caller, Session } from '../../core/network.ts';
import type { Fake } from '../fake.ts';
import type { FakeFault } from '../fake-server.ts';
import { findLeaks, secretsOf } from '../secrets.ts';
import type { Ground } from './spec.ts';

export function callerAt({ server, app }: Fake): Caller {
  return { http: loopbackHttp, endpoint: server.url, app, now: () => server.now() };
}

export function sessionAt(fake: Fake): Session {
  return { ...callerAt(fake), account: fake.account, grant: fake.grant, limits: {} };
}

/** Starts a fake for one test. Whatever the test does, nothing may have become visible by it. */
export async function withFake<T>({ spec, store }: Ground, act: (fake: Fake) => Promise<T>): Promise<T> {
  const fake = await spec.startFake();
  fake.server.now = () => store().now();
  try {
    const result = await act(fake);
    expect(fake.visible(), 'visible').toEqual([]);
    return result;
  } finally {
    await fake.server.close();
  }
}

/** The fault that a call ends with; undefined if it succeeds. Any other error fails the test. */
export async function faultOf(call: Promise<unknown>): Promise<Fault | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (error instanceof NetworkFault) return error.fault;
    throw error;
  }
}

/** A passing failure of the network. None of them proves that the sign-in is wrong or over. */
export const passing = [
  'error_500',
  'error_503_html',
  'reset_before',
  'throttle_2s',
] as const satisfies FakeFault[];

/** Repeats a call with each passing failure at each of its requests, for the first spec of a network. */
export async function expectPatience(ground: Ground, call: (fake: Fake) => Promise<unknown>): Promise<void> {
  const called = await withFake(ground, async (fake) => {
    await call(fake);
    return fake.server.requests.length;
  });
  const count = ground.isFirst ? called : 0;
  for (const fault of passing) {
    for (let at = 1; at <= count; at += 1) {
      await withFake(ground, async (fake) => {
        fake.server.disturb(at, fault);
        const ended = await faultOf(call(fake));
        const when = `${fault} at request ${at}`;
        expect(['rejected', 'reconnect', 'expired'], `${when}: ${ended?.message}`).not.toContain(ended?.kind);
        expectNoSecret(ground, fake, ended, when);
      });
    }
  }
}

export function expectNoSecret({ spec }: Ground, fake: Fake, text: unknown, when: string): void {
  expect(findLeaks(secretsOf(spec.network, fake.grant, fake.app), { fault: text }), when).toEqual([]);
}
