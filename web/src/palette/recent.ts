/** What a person chose in the palette before, newest first. Only kinds and ids, no text of anybody. */
const MOST = 5;

const nameOf = (person: number) => `belfry.recent.${person}`;

export function listRecent(person: number): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(person)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function noteRecent(person: number, key: string): void {
  const others = listRecent(person).filter((one) => one !== key);
  localStorage.setItem(nameOf(person), JSON.stringify([key, ...others].slice(0, MOST)));
}
