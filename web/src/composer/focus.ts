/** Takes the person to a place of the page. */

/** Spoken, ringed, and in the middle: the bar covers the lower end of the page. */
export function focusReason(key: string): void {
  const found = document.querySelector<HTMLElement>(`[data-cause="${CSS.escape(key)}"]`);
  found?.focus({ preventScroll: true });
  found?.scrollIntoView({ block: 'center' });
}

/** The field itself, or what it is part of: `thread.2.media_ids` leads to part 2. */
export function focusField(field: string): void {
  let name = field;
  for (;;) {
    const found = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);
    if (found !== null) {
      found.closest('details')?.setAttribute('open', '');
      found.focus();
      found.scrollIntoView({ block: 'center' });
      return;
    }
    const closed = document.querySelector<HTMLDetailsElement>('details:not([open])');
    if (name.startsWith('settings.') && closed !== null) {
      // Its fields are drawn when it opens.
      closed.open = true;
      requestAnimationFrame(() => requestAnimationFrame(() => focusField(field)));
      return;
    }
    if (!name.includes('.')) return;
    name = name.slice(0, name.lastIndexOf('.'));
  }
}

/** The file in the place of one that was taken away, else the last one, else what adds a file. */
export function focusFile(list: string, at: number): void {
  requestAnimationFrame(() => {
    const files = document.querySelectorAll<HTMLElement>(`[data-field^="${CSS.escape(list)}."]`);
    const found = files[Math.min(at, files.length - 1)];
    if (found !== undefined) found.focus();
    else if (list === 'media_ids') document.querySelector<HTMLElement>('[data-add-media]')?.focus();
    else focusField(list);
  });
}
