/** LinkedIn's names of things: https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/urns (2026-11-22). */

const post = /^urn:li:(?:share|ugcPost|activity):(\d{1,19})$/;
const duplicate = /urn:li:(?:share|ugcPost|activity):\d{1,19}(?!\d)/;
const asset = /^urn:li:(?:image|video|document|digitalmediaAsset):[\w-]{1,100}$/;
const author = /^urn:li:(?:person|organization):[\w-]{1,64}$/;

/** Returns the text if it is such a URN; undefined for anything else. */
const reading = (urn: RegExp) => (text: string | undefined) =>
  text !== undefined && urn.test(text) ? text : undefined;

export const readPostUrn = reading(post);
export const readAssetUrn = reading(asset);
export const readAuthorUrn = reading(author);

/** The URN of a post that a sentence names. */
export function findPostUrn(sentence: string): string | undefined {
  return duplicate.exec(sentence)?.[0];
}

/** When LinkedIn made the id of a post: the bits above the lowest 22 are Unix milliseconds. Not confirmed. */
export function timeOfPost(urn: string): number {
  const [, id = '0'] = post.exec(urn) ?? [];
  return Number(BigInt(id) >> 22n);
}

export function pageOfPost(urn: string): string {
  return `https://www.linkedin.com/feed/update/${urn}/`;
}
