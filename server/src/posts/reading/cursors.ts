/** Cursors of lists of posts: the order of the list and the key of a page's last post, as text that clients pass back. */
import { detail } from '@belfry/contract/details.ts';
import { invalid } from '../../base/problem.ts';
import { toMoment } from '../../text/moment.ts';
import type { Key, Order } from './store.ts';

const CURSOR = /^(-?(?:at|created)) (\S+ \S+)? (\d{1,15})$/;

/** `key` is `AT ID`, as a page has it (without `AT` in an order that has no times), or empty: then there is no next page. */
export function writeCursor(order: Order, key: string): string | null {
  return key === '' ? null : Buffer.from(`${order} ${key}`).toString('base64url');
}

/** Throws 422 for text that is no cursor of a list in this order. */
export function readCursor(order: Order, cursor: string): Key {
  const [, ordered, at, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (ordered !== order || (at !== undefined && toMoment(at) === undefined)) throw wrongCursor();
  return { at: at ?? null, id: Number(id) };
}

function wrongCursor() {
  return invalid([detail('cursor', 'not_valid', { reason: 'is not the `next_cursor` of this list' })]);
}
