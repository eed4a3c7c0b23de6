/** Events as the API shows them, and as CSV. */
import type { AuditEntry } from '@belfry/contract/events.ts';
import type { EventRow } from './store.ts';

export function presentEvent(row: EventRow): AuditEntry {
  const { seq, kind, at, user_id, user_name, post_id, target_id, channel_id, data, hash } = row;
  return {
    seq,
    kind,
    at,
    user: user_id === null ? null : { id: user_id, name: user_name ?? '' },
    post_id,
    target_id,
    channel_id,
    data,
    hash: hash.toString('hex'),
  };
}

const COLUMNS = 'seq,kind,at,user_id,user_name,post_id,target_id,channel_id,data,hash';

/** RFC 4180. */
export const CSV_HEAD = `${COLUMNS}\r\n`;

export function presentCsv(row: EventRow): string {
  const { seq, kind, at, user, post_id, target_id, channel_id, data, hash } = presentEvent(row);
  const json = JSON.stringify(data);
  const cells = [seq, kind, at, user?.id, user?.name, post_id, target_id, channel_id, json, hash];
  return `${cells.map(toCell).join(',')}\r\n`;
}

/** Adds an apostrophe to text that a spreadsheet would run as a formula, since people choose their own names. */
function toCell(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  const safe = /^[\s]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
