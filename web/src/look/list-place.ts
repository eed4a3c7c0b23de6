/** Pixels between a list and what is around it. */
export const GAP = 4;

/** How much is visible above and below a box. A keyboard on the screen covers a part. */
export function roomAround({ top, bottom }: Pick<DOMRect, 'top' | 'bottom'>) {
  const { height, offsetTop } = window.visualViewport ?? { height: window.innerHeight, offsetTop: 0 };
  return { above: top - offsetTop - GAP, below: offsetTop + height - bottom - GAP };
}
