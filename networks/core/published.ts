import type { Published, PublishedPart } from './network.ts';

/** The post that these parts make: it has the id and the page of the first one. */
export function publishedAs(...parts: readonly [PublishedPart, ...PublishedPart[]]): Published {
  const [{ id, url }] = parts;
  return { id, url, ...(parts.length > 1 && { parts: parts.map(({ id, url }) => ({ id, url })) }) };
}
