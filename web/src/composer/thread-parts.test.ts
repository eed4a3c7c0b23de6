import { describe, expect, test } from 'vitest';
import { addPart, joinPart, liftPart, removePart, setPart, textsOf } from './thread-parts.ts';
import { blank, newTarget, textOf, type Writing } from './writing.ts';

const alone: Writing = { ...blank, content: 'One', targets: [newTarget(1)] };

function all(writing: Writing): string[] {
  return [textOf(writing, 1), ...textsOf(writing, 1)];
}

describe('a thread', () => {
  test('begins a part at two blank lines, in the text and in a part', () => {
    const two = setPart(alone, 1, null, 0, 'One\n\n\nTwo');
    expect(all(two)).toEqual(['One', 'Two']);
    expect(all(setPart(two, 1, null, 1, 'Two\n\n\n'))).toEqual(['One', 'Two', '']);
    expect(all(setPart(two, 1, null, 1, 'Two\n\nstill two'))).toEqual(['One', 'Two\n\nstill two']);
  });

  test('joins a part to the one before', () => {
    const three = setPart(setPart(alone, 1, null, 0, 'One\n\n\nTwo'), 1, null, 1, 'Two\n\n\nThree');
    expect(all(joinPart(three, 1, null, 2))).toEqual(['One', 'TwoThree']);
    expect(all(joinPart(three, 1, null, 1))).toEqual(['OneTwo', 'Three']);
  });

  test('is reordered, also with its first part', () => {
    const three = setPart(setPart(alone, 1, null, 0, 'One\n\n\nTwo'), 1, null, 1, 'Two\n\n\nThree');
    expect(all(liftPart(three, 1, null, 2))).toEqual(['One', 'Three', 'Two']);
    expect(all(liftPart(three, 1, null, 1))).toEqual(['Two', 'One', 'Three']);
  });

  test('keeps the files of a part', () => {
    const target = { ...newTarget(1), settings: { thread: [{ text: 'Two', media_ids: [7] }] } };
    const changed = setPart({ ...alone, targets: [target] }, 1, null, 1, 'Second');
    expect(changed.targets[0]?.settings['thread']).toEqual([{ text: 'Second', media_ids: [7] }]);
  });

  test('leaves nothing behind when its last part goes', () => {
    const gone = removePart(addPart(alone, 1), 1, 1);
    expect(gone.targets[0]?.settings).toEqual({});
  });
});
