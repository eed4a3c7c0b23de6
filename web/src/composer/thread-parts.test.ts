import { describe, expect, test } from 'vitest';
import { filesOfPart, textOfPart } from './part.ts';
import { addPart, joinPart, movePart, partsOf, removePart, setPart, setPartFiles } from './thread-parts.ts';
import { blank, bodyOf, mediaOf, newTarget, replaceFile, textOf, type Writing } from './writing.ts';

const alone: Writing = { ...blank, content: 'One', targets: [newTarget(1)] };
const thread = { channelId: 1, own: null, hasFiles: true };

function all(writing: Writing): string[] {
  return [textOf(writing, 1), ...partsOf(writing, 1).map(textOfPart)];
}

function files(writing: Writing): (readonly number[])[] {
  return [mediaOf(writing, 1), ...partsOf(writing, 1).map(filesOfPart)];
}

const three = setPart(alone, thread, 0, 'One\n\n\nTwo\n\n\nThree');
const pictured = setPartFiles({ ...three, mediaIds: [7] }, 1, 2, () => [8, 9]);

describe('a thread', () => {
  test('begins a part at two blank lines, in the text and in a part', () => {
    const two = setPart(alone, thread, 0, 'One\n\n\nTwo');
    expect(all(two)).toEqual(['One', 'Two']);
    expect(all(setPart(two, thread, 1, 'Two\n\n\n'))).toEqual(['One', 'Two', '']);
    expect(all(setPart(two, thread, 1, 'Two\n\nstill two'))).toEqual(['One', 'Two\n\nstill two']);
  });

  test('joins a part to the one before', () => {
    expect(all(joinPart(three, thread, 2))).toEqual(['One', 'TwoThree']);
    expect(all(joinPart(three, thread, 1))).toEqual(['OneTwo', 'Three']);
  });

  test('is reordered, also with its first part', () => {
    expect(all(movePart(three, thread, 2, 1))).toEqual(['One', 'Three', 'Two']);
    expect(all(movePart(three, thread, 2, 0))).toEqual(['Three', 'One', 'Two']);
    expect(all(movePart(three, thread, 0, 2))).toEqual(['Two', 'Three', 'One']);
    expect(movePart(three, thread, 2, 3)).toBe(three);
  });

  test('gets and loses parts', () => {
    expect(all(addPart(three, 1))).toEqual(['One', 'Two', 'Three', '']);
    expect(all(removePart(three, 1, 1))).toEqual(['One', 'Three']);
  });
});

describe('the files of a part', () => {
  test('stay with its text when it is written, joined or moved', () => {
    expect(files(setPart(pictured, thread, 2, 'Changed'))).toEqual([[7], [], [8, 9]]);
    expect(files(joinPart(pictured, thread, 2))).toEqual([[7], [8, 9]]);
    expect(files(joinPart(removePart(pictured, 1, 1), thread, 1))).toEqual([[7, 8, 9]]);
    expect(files(movePart(pictured, thread, 2, 0))).toEqual([[8, 9], [7], []]);
    expect(files(movePart(pictured, thread, 0, 1))).toEqual([[], [7], [8, 9]]);
  });

  test('stay with the post where the network takes none in parts', () => {
    const moved = movePart({ ...three, mediaIds: [7] }, { ...thread, hasFiles: false }, 2, 0);
    expect([all(moved), mediaOf(moved, 1)]).toEqual([['Three', 'One', 'Two'], [7]]);
    expect(partsOf(moved, 1)).toEqual(['One', 'Two']);
  });

  test('are sent once they have arrived', () => {
    const waiting = setPartFiles(pictured, 1, 2, () => [8, -1]);
    expect(bodyOf(waiting, 'draft').targets?.[0]?.settings).toEqual({
      thread: ['Two', { text: 'Three', media_ids: [8] }],
    });
    expect(files(replaceFile(waiting, -1, 12))).toEqual([[7], [], [8, 12]]);
    expect(
      partsOf(
        setPartFiles(waiting, 1, 2, () => []),
        1,
      ),
    ).toEqual(['Two', 'Three']);
  });
});
