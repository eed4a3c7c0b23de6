import { drawLifecycle } from './lifecycle.ts';
import { describeSchema } from './schema.ts';

/** Path of each generated file, and what makes its text. */
export const generated: readonly (readonly [path: string, make: () => string | Promise<string>])[] = [
  ['docs/lifecycle.md', drawLifecycle],
  ['docs/schema.sql', describeSchema],
];
