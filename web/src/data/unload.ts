/** Asks before the page is closed while something is on its way that would be lost. */

let count = 0;

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

export async function askUntil<T>(work: Promise<T>): Promise<T> {
  count += 1;
  addEventListener('beforeunload', ask);
  try {
    return await work;
  } finally {
    count -= 1;
    if (count === 0) leaveUnasked();
  }
}

/** Nobody is asked any more about what is on its way now. */
export function leaveUnasked(): void {
  removeEventListener('beforeunload', ask);
}
