/** Keeps a sign-in: refreshing it, and looking whether it still works. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { FreshGrant, Session } from '../../core/network.ts';
import { runOnce } from '../matrix.ts';
import { secretsOf } from '../secrets.ts';
import { expectNoSecret, expectPatience, faultOf, sessionAt, withFake } from './caller.ts';
import { spoil } from './connecting.ts';
import { forbidPrinting } from './console.ts';
import { caseOf, firstPost, type Ground } from './spec.ts';

/** Seconds. Some networks renew no token that is younger than a day. */
const age = 90_000;

export function describeKeeping(ground: Ground): void {
  const { network, refreshes } = ground.spec;
  if (refreshes === false) describe('a refresh', () => describeNoRefresh(ground));
  else if (network.refresh !== undefined) describe('a refresh', () => describeRefresh(ground));
  if (network.look !== undefined) describe('a look', () => describeReading(ground, 'look'));
  if (network.check !== undefined) describe('a check', () => describeReading(ground, 'check'));
}

function describeRefresh(ground: Ground): void {
  const { spec, store } = ground;
  const refresh = async (session: Session) => {
    await store().advance(age);
    return spec.network.refresh?.(session) as Promise<FreshGrant>;
  };
  forbidPrinting();

  test('gives a grant that can be refreshed again, and with which a post can be published', async () => {
    const matrix = caseOf(spec, firstPost(spec));
    const run = await runOnce(matrix, store(), {
      async prepare(fake) {
        const { grant } = sessionAt(fake);
        const first = await refresh({ ...sessionAt(fake), grant });
        const second = await refresh({ ...sessionAt(fake), grant: first.grant });
        // A token that never expires may stay as it is.
        if (second.expiresAt) expect(second.grant, 'the second grant').not.toEqual(grant);
        return { account: fake.account, grant: second.grant };
      },
    });
    expect(run.outcome.kind).toBe('published');
    expect(run.leaks).toEqual([]);
  });

  test('says when the new grant expires', async () => {
    await withFake(ground, async (fake) => {
      const { expiresAt } = await refresh(sessionAt(fake));
      if (expiresAt) expect(expiresAt.getTime()).toBeGreaterThan(fake.server.now().getTime());
    });
  });

  test('asks a person to sign in only if the network no longer knows the grant', async () => {
    await withFake(ground, async (fake) => {
      const session = sessionAt(fake);
      const wrong = spoilAll(session.grant, secretsOf(spec.network, session.grant));
      const fault = await faultOf(refresh({ ...session, grant: wrong }));
      expect(fault?.kind, fault?.message).toBe('reconnect');
      expectNoSecret(ground, fake, fault, 'a refused refresh');
    });
    await expectPatience(ground, (fake) => refresh(sessionAt(fake)));
  });
}

function describeNoRefresh(ground: Ground): void {
  test('asks a person to sign in, because the network gave nothing to refresh', async () => {
    await withFake(ground, async (fake) => {
      const fault = await faultOf(Promise.resolve(ground.spec.network.refresh?.(sessionAt(fake))));
      expect(fault?.kind, fault?.message).toBe('reconnect');
    });
  });
}

function spoilAll(grant: JsonObject, secrets: readonly string[]): JsonObject {
  const entries = Object.entries(grant).map(([name, value]) => {
    const isOne = typeof value === 'string' && secrets.includes(value);
    return [name, isOne ? spoil(value) : value] as const;
  });
  return Object.fromEntries(entries);
}

/** `expectPatience` also sees that nothing became visible. */
function describeReading(ground: Ground, name: 'look' | 'check'): void {
  const { network } = ground.spec;
  forbidPrinting();

  test('finds all well, makes nothing visible, and takes no passing failure for the end of a sign-in', async () => {
    await withFake(ground, async (fake) => {
      const found = await network[name]?.(sessionAt(fake));
      if (name === 'check') expect(found).toEqual([]);
      expectNoSecret(ground, fake, found, name);
    });
    await expectPatience(ground, async (fake) => network[name]?.(sessionAt(fake)));
  });

  test('notices that the token has expired', async () => {
    await withFake(ground, async (fake) => {
      fake.server.disturb(1, 'expire');
      const fault = await faultOf(Promise.resolve(network[name]?.(sessionAt(fake))));
      // The token of an app is not the person's, who cannot mend it.
      if (fault?.kind === 'throttled' && fault.cause === 'operator') return;
      if (name === 'check') expect(['expired', 'reconnect'], fault?.message).toContain(fault?.kind);
      else expect([undefined, 'expired', 'reconnect'], fault?.message).toContain(fault?.kind);
    });
  });
}
