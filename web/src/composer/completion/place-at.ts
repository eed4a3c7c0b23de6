import { GAP, roomAround } from '../../look/list-place.ts';

/** Puts a list below the character `at` of the text field, or above it where there is no room. */
export function placeAt(list: HTMLElement, field: HTMLTextAreaElement, at: number): void {
  const box = field.parentElement?.getBoundingClientRect();
  const sign = findCharacter(
    field.parentElement?.querySelector('[data-mirror]'),
    at,
  )?.getBoundingClientRect();
  if (box === undefined || sign === undefined) return;
  const { offsetHeight: height, offsetWidth: width } = list;
  const { above, below } = roomAround(sign);
  const isAbove = below < height && above > height;
  list.style.insetBlockStart = `${(isAbove ? sign.top - height - GAP : sign.bottom + GAP) - box.top}px`;
  list.style.left = `${Math.max(0, Math.min(sign.left - box.left, box.width - width))}px`;
}

/** In the copy of the text behind the field, whose marks split it into several nodes. */
function findCharacter(mirror: Element | null | undefined, at: number): Range | undefined {
  if (!mirror) return undefined;
  const texts = document.createTreeWalker(mirror, NodeFilter.SHOW_TEXT);
  let rest = at;
  while (texts.nextNode()) {
    const length = (texts.currentNode as Text).data.length;
    if (rest < length) {
      const range = document.createRange();
      range.setStart(texts.currentNode, rest);
      range.setEnd(texts.currentNode, rest + 1);
      return range;
    }
    rest -= length;
  }
  return undefined;
}
