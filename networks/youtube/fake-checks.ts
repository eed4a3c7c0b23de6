/** YouTube's checks of a video's resource: https://developers.google.com/youtube/v3/docs/videos (2026-11-21). */
import { field } from '../core/json.ts';
import type { FakeResponse } from '../testing/fake-server.ts';
import { refuse } from './fake-refusal.ts';

/** By part: the fields that can be set. Others are refused, because YouTube ignores them. */
const known: Record<string, readonly string[]> = {
  snippet: ['title', 'description', 'tags', 'categoryId', 'defaultLanguage'],
  status: [
    ...['privacyStatus', 'selfDeclaredMadeForKids', 'containsSyntheticMedia', 'license', 'embeddable'],
    ...['publicStatsViewable', 'publishAt'],
  ],
  paidProductPlacementDetails: ['hasPaidProductPlacement'],
};

export function checkVideo(resource: unknown, parts: string): FakeResponse | undefined {
  const stated = Object.keys(resource as object);
  if (stated.toSorted().join() !== parts.split(',').toSorted().join()) return refuse(400, 'unexpectedPart');
  const unknown = stated.flatMap((part) =>
    Object.keys(field(resource, part) as object).filter((name) => !known[part]?.includes(name)),
  );
  if (unknown.length > 0) return refuse(400, 'invalidVideoMetadata', unknown.join());
  return checkSnippet(resource) ?? checkStatus(resource);
}

function checkSnippet(resource: unknown): FakeResponse | undefined {
  const text = (name: string) => String(field(resource, 'snippet', name) ?? '');
  const [title, description] = [text('title'), text('description')];
  if (title.trim() === '' || [...title].length > 100 || /[<>]/.test(title))
    return refuse(400, 'invalidTitle');
  if (Buffer.byteLength(description) > 5000 || /[<>]/.test(description))
    return refuse(400, 'invalidDescription');
  const tags = field(resource, 'snippet', 'tags') ?? [];
  if (!Array.isArray(tags)) return refuse(400, 'invalidTags');
  const lengths = tags.map((tag: string) => [...tag].length + (tag.includes(' ') ? 2 : 0));
  if (lengths.reduce((sum, length) => sum + length + 1, -1) > 500 || /[<>]/.test(tags.join('')))
    return refuse(400, 'invalidTags');
  return /^(1|2|10|15|17|19|2\d)$/.test(text('categoryId')) ? undefined : refuse(400, 'invalidCategoryId');
}

function checkStatus(resource: unknown): FakeResponse | undefined {
  const privacy = String(field(resource, 'status', 'privacyStatus'));
  if (!['public', 'unlisted', 'private'].includes(privacy)) return refuse(400, 'invalidVideoMetadata');
  const isDeclared = typeof field(resource, 'status', 'selfDeclaredMadeForKids') === 'boolean';
  return isDeclared ? undefined : refuse(400, 'invalidVideoMetadata');
}
