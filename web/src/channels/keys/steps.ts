/** The steps of a guide, and the addresses in them. */

export interface Piece {
  text: string;
  /** `page`: to open. `value`: to enter at the network. */
  kind: 'text' | 'page' | 'value';
}

const ADDRESS = /https?:\/\/[^\s,“”()]*[^\s,“”().:;]/g;
/** Google names scopes by addresses where no page is. */
const SCOPE = /^https:\/\/www\.googleapis\.com\/auth\//;

/** `own`: the addresses of this installation. */
export function readSteps(guide: string, own: readonly (string | null)[]): Piece[][] {
  const kindOf = (address: string) => (own.includes(address) || SCOPE.test(address) ? 'value' : 'page');
  return guide.split('\n').map((step) => {
    const between = step.split(ADDRESS).map((text): Piece => ({ text, kind: 'text' }));
    const addresses = step.match(ADDRESS) ?? [];
    const pieces = between.flatMap((piece, index): Piece[] => {
      const address = addresses[index];
      return address === undefined ? [piece] : [piece, { text: address, kind: kindOf(address) }];
    });
    return pieces.filter(({ text }) => text !== '');
  });
}
