import { expect, test } from 'vitest';
import { checkSchedulable } from '../../core/images.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Version } from '../../core/limits.ts';
import { makeMedia } from '../../testing/media.ts';
import { advise, checkContent, checkScopes, formatOf, formats, limits } from './limits.ts';

const image = makeMedia();
const video = makeMedia({ kind: 'video', size: 75_000 });

function version(part: Partial<Version>): Version {
  return { text: 'Bells', settings: {}, media: [], ...part };
}

const rulesOf = (part: Partial<Version>) =>
  checkContent(version(part)).map(({ field, rule }) => [field, rule]);

test('a post needs a text or a file', () => {
  expect(rulesOf({ text: ' \n' })).toEqual([['content', 'text.min']]);
  expect(rulesOf({ text: '', media: [image] })).toEqual([]);
});

test('files, a link and a poll exclude each other', () => {
  const [link, poll] = ['https://bells.example/', { question: 'Which?', options: ['A', 'B'] }];
  const broken = (settings: JsonObject, media: Version['media'] = []) => rulesOf({ settings, media });
  expect([broken({ link }), broken({ poll }), broken({}, [image])]).toEqual([[], [], []]);
  expect(broken({ link, poll })).toEqual([['settings.poll', 'content.kinds']]);
  expect(broken({ poll }, [image])).toEqual([['settings.poll', 'content.kinds']]);
  expect(broken({ link }, [image])).toEqual([['settings.link', 'content.kinds']]);
});

test.each(['title', 'cover'])('a %s belongs to a video', (name) => {
  const settings = { [name]: name === 'title' ? 'Bells' : 7 };
  expect(rulesOf({ settings, media: [video] })).toEqual([]);
  expect(rulesOf({ settings, media: [image] })).toEqual([[`settings.${name}`, `${name}.video`]]);
});

const title = 'Bells';
const format = 'document';

test('a document needs a title, and has no cover', () => {
  expect(rulesOf({ settings: { format, title }, media: [image] })).toEqual([]);
  expect(rulesOf({ settings: { format }, media: [image] })).toEqual([['settings.title', 'title.document']]);
  expect(rulesOf({ settings: { format, title, cover: 7 }, media: [image] })).toEqual([
    ['settings.cover', 'cover.video'],
  ]);
});

test('images of every size and type can become a document of at most 100 MB, unless they are animated', () => {
  const rules = { platform: 'linkedin', name: 'LinkedIn', limits, formats, formatOf, settings: {} };
  const check = (media: Version['media']) =>
    checkSchedulable(rules, {}, version({ settings: { format, title }, media })).map(({ rule }) => rule);
  const photo = makeMedia({ size: 16_000_000, width: 8000, height: 6000 });
  expect(check(Array.from({ length: 20 }, () => photo))).toEqual([]);
  expect(check([])).toEqual(['media.min']);
  expect(check([video])).toEqual(['videos.max']);
  expect(check([image, video])).toEqual(['videos.max', 'media.mixed']);
  expect(check([{ ...image, mimeType: 'image/gif', animated: true }])).toEqual(['image.types']);
});

test.each(['link_title', 'link_description', 'link_image'])('%s belongs to a link', (name) => {
  const own = { [name]: name === 'link_image' ? 7 : 'Bells' };
  expect(rulesOf({ settings: { ...own, link: 'https://bells.example/' } })).toEqual([]);
  expect(rulesOf({ settings: own })).toEqual([[`settings.${name}`, 'link.missing']]);
});

test('people learn that a document has no alternative texts', () => {
  const advice = (media: Version['media']) =>
    advise(version({ settings: { format, title }, media }), {}).map(({ field, rule }) => [field, rule]);
  const plain = { ...image, altText: null };
  expect(advice([plain, plain])).toEqual([]);
  expect(advice([plain, image])).toEqual([['media_ids', 'alt.document']]);
});

test('a permission that the sign-in lacks is refused where it is needed', () => {
  const needs = { post: 'write', comment: 'write_comments' };
  const rules = (scopes: string[] | undefined, settings = {}) =>
    checkScopes(version({ settings }), { scopes }, needs).map(({ field }) => field);
  expect(rules(undefined, { first_comment: 'Hi' })).toEqual([]);
  expect(rules(['write'])).toEqual([]);
  expect(rules(['write'], { first_comment: 'Hi' })).toEqual(['settings.first_comment']);
  expect(rules(['write', 'write_comments'], { first_comment: 'Hi' })).toEqual([]);
  expect(rules(['other'])).toEqual(['content']);
});

test('the sentence about a missing permission names it', () => {
  const [violation] = checkScopes(version({}), { scopes: [] }, { post: 'w_member_social', comment: 'x' });
  expect(violation?.message).toContain('does not allow this sign-in to publish posts');
});

test('people learn what LinkedIn will not do', () => {
  const advice = (part: Partial<Version>) =>
    advise(version(part), {}).map(({ field, rule }) => [field, rule]);
  const text = 'Read https://bells.example/';
  expect(advice({})).toEqual([]);
  expect(advice({ text })).toEqual([['content', 'link.card']]);
  expect(advice({ text, media: [image] })).toEqual([]);
  expect(advice({ text, settings: { poll: {} } })).toEqual([]);
  expect(advice({ text, settings: { link: 'https://bells.example/', link_title: 'Bells' } })).toEqual([]);
  expect(advice({ settings: { link: 'https://bells.example/' } })).toEqual([
    ['settings.link_title', 'link.title'],
  ]);
  expect(advice({ media: [video] })).toEqual([]);
  expect(advice({ media: [{ ...video, size: 74_999 }] })).toEqual([['media_ids.0', 'video.min_bytes']]);
  expect(advice({ media: [image, { ...image, altText: '' }] })).toEqual([['media_ids', 'alt.missing']]);
  expect(advice({ media: [{ ...image, altText: null }] })).toEqual([]);
});
