import type { ErrorWords } from '../en/errors.ts';
import { access } from './errors-access.ts';
import { contents } from './errors-contents.ts';
import { requests } from './errors-requests.ts';

export const errors: ErrorWords = { ...access, ...contents, ...requests };
