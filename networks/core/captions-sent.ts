/** Captions on their way to a network. */
import { nameLanguages } from './captions.ts';
import { riskOf } from './fault.ts';
import type { FilePart } from './multipart.ts';
import type { Captions } from './network.ts';

/** The file, as a part of a form. `name`: that of the file. */
export function captionsPart(field: string, name: string, mimeType: string, { text }: Captions): FilePart {
  const encoded = new TextEncoder().encode(text);
  const read = async function* () {
    yield encoded;
  };
  return { field, name, mimeType, size: encoded.length, bytes: read() };
}

/**
 * Captions that a network refuses do not hold the post: returns a sentence for people, or none if the network takes them.
 * Throws every other fault.
 */
export async function warnIfRefused(
  network: string,
  captions: Captions,
  work: Promise<unknown>,
): Promise<string[]> {
  return (await riskOf(work)).map((reason) => warnOfCaptions(network, captions, reason));
}

export function warnOfCaptions(network: string, { language }: Captions, reason: string): string {
  return `${network} did not take the captions in ${nameLanguages([language])}. ${reason}`;
}
