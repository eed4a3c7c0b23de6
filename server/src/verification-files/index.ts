export { findFile } from './store.ts';
