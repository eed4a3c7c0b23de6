/** What other rooms may use of setup. */
export { isSetUp, requireSameSecret } from './setup.ts';
