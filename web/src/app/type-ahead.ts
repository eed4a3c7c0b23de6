/** Types the keys that were kept into the field that they were meant for. Call it when the field gets the focus. */
import { takeKeys } from './ahead.ts';

export async function typeAhead(field: HTMLInputElement | HTMLTextAreaElement): Promise<void> {
  for (const key of takeKeys()) {
    // Handlers of this key need the page rendered with the keys before it.
    if (key.length > 1) await new Promise((resolve) => setTimeout(resolve));
    // React renders here first if a render is pending.
    else await Promise.resolve();
    press(field, key);
  }
}

/** The commands change a field as a keyboard does: with its events, and so that it can be undone. */
function press(field: HTMLInputElement | HTMLTextAreaElement, key: string): void {
  if (key.length === 1) document.execCommand('insertText', false, key);
  else if (key === 'Backspace') document.execCommand('delete');
  else if (field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
    if (key === 'Enter')
      field.form === null ? document.execCommand('insertLineBreak') : field.form.requestSubmit();
}
