import { setApart } from '../address.ts';

/** Writes into a text field as typing does, so that the browser can undo it. */
export function insertText(field: HTMLTextAreaElement, from: number, to: number, text: string): void {
  field.focus();
  field.setSelectionRange(from, to);
  if (document.activeElement === field && document.execCommand('insertText', false, text)) return;
  field.setRangeText(text, from, to, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** At the caret, apart from the word before it. */
export function insertApart(field: HTMLTextAreaElement, text: string): void {
  const { selectionStart: from, selectionEnd: to, value } = field;
  const isApart = from === 0 || /\s$/u.test(value.slice(0, from));
  insertText(field, from, to, isApart ? text : ` ${text}`);
}

/** At the caret. What is selected stays, and the address stands after it. */
export function insertAddress(field: HTMLTextAreaElement, address: string): void {
  const { selectionEnd: at, value } = field;
  insertText(field, at, at, setApart(value.slice(0, at), address, value.slice(at)));
}
