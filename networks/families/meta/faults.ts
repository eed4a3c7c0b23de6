/**
 * How errors of the Graph API become faults: https://developers.facebook.com/docs/graph-api/guides/error-handling
 * (2026-11-22). The status is often 400 for everything, so the code decides.
 */
import { NetworkFault } from '../../core/fault.ts';
import { type FaultRow, type FaultTable, readFault } from '../../core/faults.ts';
import type { HttpResponse } from '../../core/http.ts';
import { field, textField } from '../../core/json.ts';
import { awaitsOperator } from '../../core/operator.ts';
import { readRegain } from './usage.ts';

const hour = 3600;
/** The type of most errors. Without a code, it is about the sign-in. */
const noCode = 'OAuthException';

/** What a code or words of the network say of a refusal. */
interface Refusal {
  code?: RegExp;
  words?: RegExp;
  says: { field: string } | { duplicate: true };
}

export function refused(code: NonNullable<FaultRow['code']>, hint: string, words?: RegExp): FaultRow {
  return { code, ...(words && { words }), means: 'rejected', hint };
}

/** The table of a network of Meta: its own rows, then those that all of them have. */
export function graphFaults(name: string, own: readonly FaultRow[]): FaultTable {
  return {
    name,
    rows: [
      { status: 429, means: 'throttled', wait: hour, hint: 'Too many requests.' },
      ...own,
      ...graphRows(name),
    ],
    code: codeOf,
    words: wordsOf,
    wait: readRegain,
  };
}

function graphRows(name: string): FaultRow[] {
  return [
    {
      code: ['190', '102', noCode],
      means: 'reconnect',
      hint: `${name} no longer accepts this sign-in.`,
    },
    {
      code: '3',
      ...awaitsOperator,
      hint: `${name} has not granted this to the app of this installation. Its operator must request it.`,
    },
    {
      code: /^(?:10|2\d\d)(?:\/|$)/,
      means: 'reconnect',
      hint: 'The sign-in does not allow this. Connect the channel again and allow everything that is asked.',
    },
    {
      code: '4',
      means: 'throttled',
      scope: 'app',
      wait: hour,
      hint: `The app of this installation has made as many calls as ${name} allows.`,
    },
    {
      code: /^(?:17|32|341|613|800\d\d)(?:\/|$)/,
      means: 'throttled',
      wait: hour,
      hint: `This account has made as many calls as ${name} allows.`,
    },
    // Temporary failures. Whether the call had an effect is open.
    { code: ['1', '2', '-1', '-2'], means: 'unknown', hint: `${name} had a failure of its own.` },
    {
      code: '368',
      means: 'rejected',
      hint: `${name} blocks this action of the account for now. Wait before you try again.`,
    },
    // An answer without a message comes from something between us and Meta.
    { words: /\S/, means: 'rejected', hint: `${name} does not accept this post.` },
  ];
}

/** `code` or `code/subcode`; of an upload, the type of its error. */
function codeOf({ json }: HttpResponse): string | undefined {
  const [code, subcode] = [field(json, 'error', 'code'), field(json, 'error', 'error_subcode')];
  if (!isCode(code)) return textField(json, 'debug_info', 'type') ?? noCodeIn(json);
  return isCode(subcode) ? `${code}/${subcode}` : String(code);
}

function noCodeIn(json: unknown): string | undefined {
  return textField(json, 'error', 'type') === noCode ? noCode : undefined;
}

function isCode(value: unknown): value is number | string {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

function wordsOf({ json }: HttpResponse): string | undefined {
  const text = (...path: string[]) => textField(json, ...path);
  return text('error', 'error_user_msg') ?? text('error', 'message') ?? text('debug_info', 'message');
}

/** How a network reads its error answers. `refusals`: what is known of a refusal; the first row that fits counts. */
export function readBy(table: FaultTable, refusals: readonly Refusal[]) {
  return (response: HttpResponse, now: Date): NetworkFault => {
    const stated = readFault(table, response, now);
    const { fault } = stated;
    if (fault.kind !== 'rejected') return stated;
    if (isTransient(response)) return unavailable(fault.message);
    const { networkCode = '', message } = fault;
    const row = refusals.find(({ code, words }) => code?.test(networkCode) || words?.test(message));
    return new NetworkFault({ ...fault, ...row?.says });
  };
}

/** What Meta calls transient may succeed later, so it is never a refusal. */
function isTransient({ json }: HttpResponse): boolean {
  return field(json, 'error', 'is_transient') === true || field(json, 'debug_info', 'retriable') === true;
}

/** The network failed, and may have acted on the call. */
export function unavailable(message: string, sent = true): NetworkFault {
  return new NetworkFault({ kind: 'unavailable', message, sent });
}
