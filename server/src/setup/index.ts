export { requireSameSecret } from './setup.ts';
export { isSetUp } from './store.ts';
