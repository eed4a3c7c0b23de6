/** The address of a page, as a person types or pastes it. Pure. */

const LONGEST = 2000;

/** With its protocol. Undefined: readers could open no page by it. */
export function readAddress(typed: string): string | undefined {
  const text = typed.trim();
  const address = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
  if (address.length > LONGEST || /\s/u.test(address) || !URL.canParse(address)) return undefined;
  const { protocol, hostname, username, password } = new URL(address);
  const isOfWeb = protocol === 'https:' || protocol === 'http:';
  // A post must not publish a password.
  const isSafe = username === '' && password === '';
  return isOfWeb && isSafe && /[^.]\.[^.]/.test(hostname) ? address : undefined;
}

/** With the spaces that it needs between what stands before and after it. */
export function setApart(before: string, address: string, after: string): string {
  const begins = before === '' || /[\s([{«„“‘"']$/u.test(before);
  const ends = after === '' || /^[\s.,;:!?…)\]}»”’"']/u.test(after);
  return `${begins ? '' : ' '}${address}${ends ? '' : ' '}`;
}
