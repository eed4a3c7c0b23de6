/** The names of types, for messages, which know the contract only. */
export { nameOfType } from '@belfry/networks/core/type-names.ts';
