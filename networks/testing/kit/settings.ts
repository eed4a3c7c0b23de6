/** Each setting changes what the network shows. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { checkVersion } from '../../core/check.ts';
import { field, type Json, type JsonObject } from '../../core/json.ts';
import type { Outgoing } from '../../core/network.ts';
import { runOnce } from '../matrix.ts';
import { baseOf, formatOf, formatsOf } from './edges.ts';
import { firstPost, type Ground, type NetworkSpec } from './spec.ts';

export function describeSettings({ spec, store }: Ground): void {
  const { settings: schema } = spec.network.rules;
  const accepts = new Ajv2020({ strict: false, formats: { password: true } }).compile(schema);
  const properties = schema.properties as Record<string, unknown>;

  test('accepts its posts and their settings, and no others', () => {
    const { settings = {} } = spec;
    for (const [name, { post }] of Object.entries(spec.posts)) {
      expect(accepts(post.settings), name).toBe(true);
      expect(checkVersion(spec.network.rules, {}, post), name).toEqual([]);
    }
    expect(accepts(settings)).toBe(true);
    expect(accepts({ ...settings, no_network_has_this: true })).toBe(false);
  });

  if (Object.keys(properties).length === 0) return;
  describe('a setting', () => {
    const first = firstPost(spec).post;
    test.each(Object.keys(properties))('%s changes what readers see', async (name) => {
      const posts = postsWith(name, first);
      const fewest = spec.variants?.[name]?.values.length ?? 2;
      expect(posts.length, 'valid posts with this setting').toBeGreaterThanOrEqual(fewest);
      await expectDistinct(name, posts);
    });

    const beyond = Object.entries(spec.variants ?? {}).flatMap(([name, { refused = [] }]) =>
      refused.map((value) => [name, value] as const),
    );
    test.each(beyond)('%s is refused as %j', (name, value) => {
      const post = postWith(name, value, first, spec);
      expect(accepts(post.settings) && isAllowed(post, spec)).toBe(false);
    });

    const { rules } = spec.network;
    const others = formatsOf(spec).filter((format) => format !== formatOf(rules, first));
    const inOthers = others.flatMap((format) =>
      Object.keys(properties).map((name) => [name, format] as const),
    );
    test.each(inOthers)(
      '%s does so in the format %s, or is refused or advised against',
      async (name, format) => {
        const isIgnored = (post: Outgoing) =>
          rules.advise?.(post, {}).some(({ field: told }) => told === `settings.${name}`) ?? false;
        const posts = postsWith(name, baseOf(spec, format));
        const own = posts.filter((post) => formatOf(rules, post) === format && !isIgnored(post));
        await expectDistinct(name, own);
      },
    );

    function postsWith(name: string, base: Outgoing): Outgoing[] {
      const values = valuesOf(name, properties[name], spec);
      const distinct = new Map(values.map((value) => [JSON.stringify(value), value])).values();
      return [...distinct]
        .map((value) => postWith(name, value, base, spec))
        .filter((post) => accepts(post.settings) && isAllowed(post, spec));
    }

    async function expectDistinct(name: string, posts: readonly Outgoing[]): Promise<void> {
      const shown = new Map<string, string>();
      for (const post of posts) {
        const seen = await show(post, name, spec, store());
        const value = JSON.stringify(post.settings[name]) ?? 'no value';
        expect(shown.get(seen), `shown like ${value}`).toBeUndefined();
        shown.set(seen, value);
      }
    }
  });
}

/** Values that must all be shown in different ways; undefined: without the setting. */
function valuesOf(name: string, schema: unknown, { variants = {} }: NetworkSpec): (Json | undefined)[] {
  const byDefault = field(schema, 'default') as Json | undefined;
  const own = variants[name];
  const without = own?.isNeeded ? [] : [undefined];
  if (own !== undefined) return [...without, ...own.values.flatMap((value) => [value, ...partsOf(value)])];
  const choices = field(schema, 'type') === 'boolean' ? [true, false] : field(schema, 'enum');
  if (!Array.isArray(choices))
    throw new Error(`The spec must give values of the setting ${name}: \`variants\`.`);
  const others = (choices as Json[]).filter((value) => value !== byDefault);
  return byDefault === undefined ? others : [undefined, ...others];
}

/** The value without one of its properties, or without its first or last item. */
function partsOf(value: Json): Json[] {
  if (Array.isArray(value)) return value.length > 1 ? [value.slice(0, -1), value.slice(1)] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const { [name]: _, ...others } = value;
    return [others, ...partsOf(inner).map((part) => ({ ...value, [name]: part }))];
  });
}

function postWith(name: string, value: Json | undefined, post: Outgoing, spec: NetworkSpec): Outgoing {
  const { settings: more, ...beside } = spec.variants?.[name]?.beside ?? {};
  const { [name]: _, ...others } = { ...spec.settings, ...post.settings, ...more };
  const settings: JsonObject = value === undefined ? others : { ...others, [name]: value };
  return { ...post, ...beside, settings };
}

function isAllowed(post: Outgoing, { network }: NetworkSpec): boolean {
  return checkVersion(network.rules, {}, post).length === 0;
}

async function show(
  post: Outgoing,
  name: string,
  spec: NetworkSpec,
  store: ReturnType<Ground['store']>,
): Promise<string> {
  const startFake = spec.variants?.[name]?.startFake ?? spec.startFake;
  const run = await runOnce({ network: spec.network, startFake, post, parts: 1 }, store);
  expect(run.outcome, JSON.stringify(post.settings)).toMatchObject({ kind: 'published', warnings: [] });
  expect(run.leaks).toEqual([]);
  return JSON.stringify(run.shown?.map(({ text, settings }) => ({ text, settings })));
}
