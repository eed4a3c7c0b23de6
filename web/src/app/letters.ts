/** Whether keys of a single character do something: people who speak to their computer switch them off. */
const nameOf = (person: number) => `belfry.letters.${person}`;

export function usesLetters(person: number): boolean {
  return localStorage.getItem(nameOf(person)) !== 'off';
}

export function chooseLetters(person: number, areUsed: boolean): void {
  if (areUsed) localStorage.removeItem(nameOf(person));
  else localStorage.setItem(nameOf(person), 'off');
}

/** Whether this key is one of them. `g c` is. */
export function isLetter(key: string): boolean {
  return key.split(' ').every((part) => part.length === 1);
}
