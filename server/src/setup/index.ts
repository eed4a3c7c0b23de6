export { isSetUp, requireSameSecret } from './setup.ts';
