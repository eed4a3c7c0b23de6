/** Compares what readers see with the post and with the outcome. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { field } from '../../core/json.ts';
import type { Media, Outgoing } from '../../core/network.ts';
import type { Shown } from '../fake.ts';
import type { MatrixCase, MatrixRun } from '../matrix.ts';
import type { NetworkSpec, ShownPart } from './spec.ts';

/** The outcome names the posts that are visible, and they are the post. */
export async function expectShown(
  { outcome, published, shown }: MatrixRun,
  { post }: MatrixCase,
  spec: NetworkSpec,
  when: string,
): Promise<void> {
  if (shown === undefined) throw new Error('The fake must show its posts: write `shown()`.');
  const hasAlt = spec.network.rules.limits['alt.max'] !== undefined;
  const own = partsOf(post);
  const expected = await Promise.all((spec.shows?.(post, own) ?? own).map((part) => describe(part, hasAlt)));
  expect(shown.map(pick(expected)), `${when}: the post`).toEqual(expected);
  const named = shown.map(({ id, url }) => ({ id, url }));
  const { id, url, parts: told } = published ?? { id: outcome.kind, url: null };
  expect({ id, url }, `${when}: the outcome`).toEqual(named[0]);
  if (told !== undefined || named.length > 1) expect(told, `${when}: the parts`).toEqual(named);
  expectChain(shown, own.length - 1, when);
}

/** Each of the last posts answers the one before it, if the fake says so of any. */
function expectChain(shown: readonly Shown[], length: number, when: string): void {
  if (!shown.some((each) => 'answers' in each)) return;
  for (const [at, { answers }] of shown.entries())
    if (at >= shown.length - length)
      expect(answers, `${when}: part ${at + 1} answers`).toBe(shown[at - 1]?.id);
}

type Content = Partial<Pick<Shown, 'text' | 'media'>>;

function pick(expected: readonly Content[]) {
  return ({ text, media }: Shown, index: number): Content => ({
    ...(expected[index]?.text !== undefined && { text }),
    ...(expected[index]?.media !== undefined && { media: media.map(plain) }),
  });
}

/** All but ids, addresses and settings. `isWhole: false`: without captions, too. */
export function contentOf(shown: readonly Shown[] | undefined, isWhole: boolean): unknown {
  const plainly = ({ sha256, alt }: Shown['media'][number]) => ({ sha256, alt });
  return shown?.map(({ text, media }) => ({ text, media: isWhole ? media : media.map(plainly) }));
}

/** The post and the parts of its thread. */
function partsOf({ text, media, settings, files }: Outgoing): ShownPart[] {
  const thread = Array.isArray(settings.thread) ? settings.thread : [];
  const replies = thread.map((part) => {
    if (typeof part === 'string') return { text: part, media: [] };
    const ids = (field(part, 'media_ids') ?? []) as number[];
    const own = ids.map((id) => files?.get(id)).filter((file) => file !== undefined);
    return { text: String(field(part, 'text') ?? ''), media: own };
  });
  return [{ text, media }, ...replies];
}

async function describe({ text, media }: ShownPart, hasAlt: boolean): Promise<Content> {
  const files = await Promise.all((media ?? []).map((file) => describeFile(file, hasAlt)));
  return { ...(text !== undefined && { text }), ...(media !== undefined && { media: files }) };
}

const hashes = new WeakMap<Media, string>();

async function describeFile(file: Media, hasAlt: boolean): Promise<Shown['media'][number]> {
  const sha256 = hashes.get(file) ?? (await hash(file));
  hashes.set(file, sha256);
  const captions = file.captions?.map(({ language, text }) => ({ language, text }));
  return plain({ sha256, alt: hasAlt ? file.altText : null, captions });
}

function plain({ sha256, alt, captions = [] }: Shown['media'][number]): Shown['media'][number] {
  return { sha256, alt: alt || null, captions };
}

async function hash(file: Media): Promise<string> {
  const sum = createHash('sha256');
  for await (const bytes of file.open()) sum.update(bytes);
  return sum.digest('hex');
}
