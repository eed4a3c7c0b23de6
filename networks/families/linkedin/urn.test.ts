import { expect, test } from 'vitest';
import { findPostUrn, pageOfPost, readAssetUrn, readAuthorUrn, readPostUrn, timeOfPost } from './urn.ts';

test('the time of a post is in its id', () => {
  // The twin that LinkedIn named at https://github.com/Arisamiga/Linkedin-RSS/issues/5 on 2023-12-14.
  expect(new Date(timeOfPost('urn:li:share:7141138937766391808')).toISOString()).toMatch(/^2023-12-14T/);
  expect(timeOfPost('urn:li:ugcPost:x')).toBe(0);
});

test.each(['urn:li:share:1', 'urn:li:ugcPost:7141138937766391808', 'urn:li:activity:9'])(
  '%s is a post',
  (urn) => {
    expect(readPostUrn(urn)).toBe(urn);
    expect(findPostUrn(`Content is a duplicate of ${urn}.`)).toBe(urn);
    expect(pageOfPost(urn)).toBe(`https://www.linkedin.com/feed/update/${urn}/`);
  },
);

test.each([
  '',
  'urn:li:share:',
  'urn:li:share:1/../2',
  'urn:li:share:1 ',
  'urn:li:comment:1',
  'urn:li:person:1',
  `urn:li:share:${'1'.repeat(20)}`,
])('%s is no post', (urn) => {
  expect(readPostUrn(urn)).toBeUndefined();
});

test('a sentence may name no post', () => {
  expect(findPostUrn('Content is a duplicate.')).toBeUndefined();
  expect(findPostUrn('Content is a duplicate of urn:li:comment:1.')).toBeUndefined();
  expect(findPostUrn(`Content is a duplicate of urn:li:share:${'1'.repeat(20)}.`)).toBeUndefined();
});

test('files and authors have URNs of their own kinds', () => {
  expect(readAssetUrn('urn:li:image:C4E10AQ-_x')).toBe('urn:li:image:C4E10AQ-_x');
  expect(readAssetUrn('urn:li:share:1')).toBeUndefined();
  expect(readAssetUrn('urn:li:image:a/b')).toBeUndefined();
  expect(readAuthorUrn('urn:li:organization:1')).toBe('urn:li:organization:1');
  expect(readAuthorUrn('urn:li:person:')).toBeUndefined();
  expect(readAuthorUrn('urn:li:person:a?b')).toBeUndefined();
});
