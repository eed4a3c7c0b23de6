import { expect, test } from 'vitest';
import { movePeople } from './people.ts';
import { blank, bodyOf, newTarget, replaceFile, setMedia } from './writing.ts';

const [ada, grace, lost] = [
  { username: 'ada' },
  { username: 'grace', media: 1 },
  { username: 'x', media: 7 },
];
const people = { pin: true, user_tags: [ada, grace, lost] };

test.each([
  ['go with their picture', [8, 9, 7], [{ ...ada, media: 2 }, { username: 'grace' }, lost]],
  ['stay when files are added', [7, 8, 9, 6], [ada, grace, lost]],
  ['are taken away with their picture', [8, 9], [{ username: 'grace' }, lost]],
  ['stay in a picture that another one replaces', [7, 5, 9], [ada, grace, lost]],
])('people %s', (_, after, user_tags) => {
  expect(movePeople(people, [7, 8, 9], after)).toEqual({ pin: true, user_tags });
});

test('without people there is no list of them', () => {
  expect(movePeople({ user_tags: [ada] }, [7], [])).toEqual({});
  const settings = { pin: true };
  expect(movePeople(settings, [7], [])).toBe(settings);
});

test('the files of a version move the people of the channels that show it', () => {
  const settings = { user_tags: [ada] };
  const writing = {
    ...blank,
    mediaIds: [7, 8],
    targets: [
      { ...newTarget(1), settings },
      { ...newTarget(2), settings, mediaIds: [7, 8] },
    ],
  };
  const moved = { user_tags: [{ ...ada, media: 1 }] };
  const peopleOf = ({ targets }: typeof blank) => targets.map((one) => one.settings);
  expect(peopleOf(setMedia(writing, null, [8, 7]))).toEqual([moved, settings]);
  expect(peopleOf(setMedia(writing, 2, [8, 7]))).toEqual([settings, moved]);
  const waiting = setMedia(writing, null, [-1, 7, 8]);
  expect(peopleOf(waiting)).toEqual([moved, settings]);
  expect(peopleOf(replaceFile(waiting, -1, undefined))).toEqual([settings, settings]);
  // Files on their way are not saved.
  expect(bodyOf(waiting, 'draft').targets.map((one) => one.settings)).toEqual([settings, settings]);
});
