/** Acts that take away what somebody wrote: the undo of the text field brings it back, and so does one press. */
import { flushSync } from 'react-dom';
import { tell } from '../app/acts.ts';
import type { Words } from '../words/words.ts';
import { insertText } from './completion/insert.ts';
import type { Desk } from './desk.ts';
import { textOf, type Writing } from './writing.ts';

/** Changes the version of a channel, or the common one, and goes to the text. */
export function rewrite(desk: Desk, tab: number | null, change: (writing: Writing) => Writing): void {
  const before = desk.get().writing;
  const after = change(before);
  const field = document.querySelector<HTMLTextAreaElement>('textarea[data-field="content"]');
  const text = textOf(after, tab);
  // A field that does not show this text gets its own one back by what is written to the desk.
  if (field?.value === textOf(before, tab) && field.value !== text)
    insertText(field, 0, field.value.length, text);
  flushSync(() => desk.write(() => after));
  field?.focus();
}

export function tellRewritten(
  desk: Desk,
  tab: number | null,
  { composer }: Words,
  { text, undo }: { text: string; undo: (writing: Writing) => Writing },
): void {
  tell(text, {
    undo: async () => {
      if (desk.isClosed) tell(composer.undoLate(), { isFailure: true });
      else rewrite(desk, tab, undo);
    },
  });
}
