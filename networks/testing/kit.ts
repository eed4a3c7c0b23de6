/**
 * Tests that every network must pass: its limits have sources, no crash or fault doubles or loses a post, readers see what
 * was written, and accounts can be connected and stay so.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMatrixStore } from '../../server/test/support/matrix-database.ts';
import { openMemoryStore } from '../../server/test/support/matrix-memory.ts';
import type { Limit, Limits } from '../core/limits.ts';
import { describeAborting } from './kit/aborting.ts';
import { describeAfterwards } from './kit/afterwards.ts';
import { describeConnecting } from './kit/connecting.ts';
import { describeDoubt } from './kit/doubting.ts';
import { describeEdges, formatsOf } from './kit/edges.ts';
import { describeKeeping } from './kit/keeping.ts';
import { describePosts } from './kit/publishing.ts';
import { describeQuota } from './kit/quota.ts';
import { describeSettings } from './kit/settings.ts';
import { type NetworkSpec, nameOf } from './kit/spec.ts';
import { describeWaiting } from './kit/waiting.ts';
import type { MatrixStore } from './matrix.ts';

export type { NetworkSpec, PostSpec } from './kit/spec.ts';

export function describeNetworks(specs: readonly NetworkSpec[]): void {
  for (const [index, spec] of specs.entries())
    describe(nameOf(spec), () => describeNetwork(spec, index === 0));

  test('each format has a post in one of the specs', () => {
    for (const { rules } of specs.map(({ network }) => network)) {
      const own = specs.filter(({ network }) => network.rules === rules);
      expect(new Set(own.flatMap(formatsOf)), rules.name).toEqual(new Set(Object.keys(rules.formats ?? {})));
    }
  });

  test('a network that takes captions has a post with some, and no other has', () => {
    for (const { rules } of specs.map(({ network }) => network)) {
      const own = specs.filter(({ network }) => network.rules === rules);
      const files = own.flatMap(({ posts }) => Object.values(posts)).flatMap(({ post }) => post.media);
      const hasSome = files.some(({ captions }) => captions !== undefined);
      expect(hasSome, rules.name).toBe(rules.captions !== undefined);
    }
  });
}

function describeNetwork(spec: NetworkSpec, isFirst: boolean): void {
  let opened: MatrixStore & { close(): Promise<void> };
  beforeAll(async () => {
    opened = await openMatrixStore();
  });
  afterAll(() => opened.close());

  const ground = { spec, isFirst, store: () => opened, memory: openMemoryStore() };
  describeRules(spec);
  describeSettings(ground);
  describePosts(ground);
  describeWaiting(ground);
  describeQuota(ground);
  describeDoubt(ground);
  describeAborting(ground);
  describeEdges(ground);
  describeConnecting(ground);
  describeKeeping(ground);
  describeAfterwards(ground);
}

function describeRules({ network, doubt }: NetworkSpec): void {
  test('states where and when each limit was read', () => {
    const { limits, captions } = network.rules;
    const all = { ...limits, captions: captions?.most, 'captions.bytes': captions?.bytes };
    for (const [name, limit] of Object.entries(all as unknown as Record<string, Limit<unknown>>)) {
      if (limit === undefined) continue;
      expect(limit.source, name).not.toBe('');
      expect(limit.checked, name).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
  });

  test('allows no more files of one kind than files', () => {
    const { limits, formats = {} } = network.rules;
    for (const own of [{}, ...Object.values(formats).map((format) => format.limits)]) {
      const { 'media.max': all, 'images.max': images, 'videos.max': videos }: Limits = { ...limits, ...own };
      for (const most of [images, videos])
        expect(most?.value ?? 0).toBeLessThanOrEqual(all?.value ?? Number.POSITIVE_INFINITY);
    }
  });

  test('declares that it can be asked if its doubt is settled by asking', () => {
    if (doubt !== 'neither') expect(network.reconciles === true).toBe(doubt === 'ask');
  });
}
