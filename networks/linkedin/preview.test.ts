import { expect, test } from 'vitest';
import { previewOf } from '../core/preview.ts';
import { makeMedia } from '../testing/media.ts';
import { linkedinPreview } from './preview.ts';
import { linkedinRules } from './rules.ts';

const show = (text: string, files = 0) => {
  const media = Array.from({ length: files }, () => makeMedia());
  const [part] = previewOf(linkedinRules, linkedinPreview, { text, settings: {}, media });
  return part;
};

test('mentions, hashtags and addresses become links, and a plain “@name” does not', () => {
  const links = show('@ada and @[Ada Bell](urn:li:person:a1) at #bells https://a.example no#tag')?.runs;
  expect(links?.filter(({ as }) => as !== 'text')).toEqual([
    { text: '@[Ada Bell](urn:li:person:a1)', as: 'mention' },
    { text: '#bells', as: 'hashtag' },
    { text: 'https://a.example', as: 'link' },
  ]);
});

test('the end of a long text is behind “… more”', () => {
  expect(show('x'.repeat(210))?.shown).toBeNull();
  expect(show('x'.repeat(211))?.shown).toBe(210);
  expect(show('a\nb\nc\nd')?.shown).toBe(5);
});

test('the pages of a document are swiped', () => {
  const version = { text: 'x', settings: { format: 'document' }, media: [makeMedia()] };
  expect(previewOf(linkedinRules, linkedinPreview, version)[0]?.layout.as).toBe('carousel');
});

test('one file is shown alone, and several in a grid', () => {
  expect([0, 1, 2].map((files) => show('x', files)?.layout.as)).toEqual(['none', 'single', 'grid']);
});
