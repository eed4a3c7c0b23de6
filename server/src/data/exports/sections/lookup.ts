/** The part of sections that the making of exports uses. */
export type { Row, Section } from './store.ts';
export { countRows, findKeys, MEDIA, notExported, readSection, sections } from './store.ts';
