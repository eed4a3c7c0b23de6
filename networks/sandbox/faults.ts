/** How the sandbox's error answers become faults. */
import { type FaultTable, readFault } from '../core/faults.ts';
import type { HttpResponse } from '../core/http.ts';
import { textField } from '../core/json.ts';

export const faults: FaultTable = {
  name: 'The sandbox',
  rows: [{ status: 401, means: 'reconnect' }, { status: 429, means: 'throttled' }, { means: 'rejected' }],
  code: ({ json }) => textField(json, 'error', 'code'),
  words: ({ json }) => textField(json, 'error', 'message'),
};

export const faultOf = (response: HttpResponse, now: Date) => readFault(faults, response, now);
