export { countAttention } from './attention.ts';
