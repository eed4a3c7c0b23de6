/** Keeps the focus on the page when what had it goes, such as a button whose act leads elsewhere. */

/** Milliseconds in which the code that removed the focused element may set a new focus. */
const SETTLING = 100;
/** Milliseconds in which a page gets its heading. */
const LOADING = 2000;

/** Where to read on: what lies above the page, or the page from its beginning. */
const beginnings = '[role=dialog], [role=alertdialog], main h1';
const anything = 'main:not([aria-busy=true])';

/** For as long as the page lives. */
export function keepFocus(): void {
  let last: Element | null = document.activeElement;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLost = () => document.activeElement === document.body && last?.isConnected === false;
  const onFocus = ({ target }: FocusEvent) => {
    last = target as Element;
  };
  /** A person who presses beside everything wants no focus. */
  const onPress = () =>
    setTimeout(() => {
      if (document.activeElement === document.body) last = null;
    });
  const settle = (among: string) => {
    if (!isLost()) return;
    // What lies above the page stands behind it in the document.
    const place = [...document.querySelectorAll<HTMLElement>(among)].at(-1);
    if (place === undefined && among === beginnings) wait(anything, LOADING);
    if (place === undefined) return;
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };
  const wait = (among: string, milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(settle, milliseconds, among);
  };
  const observer = new MutationObserver(() => {
    if (isLost()) wait(beginnings, SETTLING);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('pointerdown', onPress);
}
