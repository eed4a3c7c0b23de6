/** What other rooms may use of pages. */
export { addPages } from './pages.ts';
