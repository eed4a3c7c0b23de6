/** How a new post begins, in the address of the composer. */
export interface Beginning {
  /** When it is planned: ISO 8601. */
  at?: string;
  /** Ids of channels: one, or several with commas between them. */
  channel?: number | string;
  /** Its text. */
  text?: string;
  /** The id of the post whose content it gets. */
  from?: number;
  /** It is the first post of an installation. */
  first?: boolean;
}

export function readBeginning(search: Record<string, unknown>): Beginning {
  const { at, channel, text, from, first } = search;
  return {
    ...(typeof at === 'string' && !Number.isNaN(Date.parse(at)) && { at }),
    ...((typeof channel === 'number' || typeof channel === 'string') && { channel }),
    ...(typeof from === 'number' && { from }),
    ...(first === true && { first }),
    ...(typeof text === 'string' && { text: text.slice(0, 10_000) }),
  };
}
