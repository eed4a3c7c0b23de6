/** Keys that a person presses before the field for them is loaded. They are kept, and typed into it by `type-ahead.ts`. */

/** Milliseconds. A field that failed to load does not take the keys for ever. */
const LONGEST = 10_000;

let keys: string[] = [];
let from: EventTarget | null;
let until = 0;

/** Keeps the keys that the person presses from now on for a field that is about to appear. */
export function awaitField(): void {
  keys = [];
  from = document.activeElement;
  until = Date.now() + LONGEST;
}

/** Whether the key is kept, and nothing else may hear it. */
export function keepKey({ key, target, metaKey, ctrlKey, altKey, repeat }: KeyboardEvent): boolean {
  // What had the focus may be gone. Control and Alt together type the third character of a key.
  const isMeant =
    (target === from || target === document.body) && !metaKey && (!ctrlKey || altKey) && !repeat;
  const isKept = isMeant && Date.now() < until && /^(.|Enter|Escape|Backspace)$/u.test(key);
  if (isKept) keys.push(key);
  return isKept;
}

export function takeKeys(): readonly string[] {
  const taken = Date.now() < until ? keys : [];
  until = 0;
  return taken;
}
