/** Announces each statement that begins. Tests subscribe, to compare its columns with the row type of its call. */
import { channel } from 'node:diagnostics_channel';
import type { QueryResult } from 'pg';

export interface Statement {
  text: string;
  result: Promise<QueryResult>;
}

export const statements = channel('belfry:statement');
