/** What the making of exports asks of their sections. */
export type { Row, Section } from './store.ts';
export { countRows, findKeys, MEDIA, notExported, readSection, sections } from './store.ts';
