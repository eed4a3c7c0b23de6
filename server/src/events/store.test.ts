import { expect, test } from 'vitest';
import type { Tx } from '../db/database.ts';
import { eventSql, kindSql, recordEvent } from './store.ts';

test('the SQL of an event is its kind and its data', () => {
  expect(eventSql('target.sent', { name: 'entry.name', sends: 'entry.sends' })).toBe(
    "'target.sent', jsonb_build_object('name', entry.name, 'sends', entry.sends)",
  );
  expect(eventSql('post.deleted', '$4')).toBe("'post.deleted', $4");
});

test('the compiler refuses a kind and data that the table of kinds lacks', () => {
  // @ts-expect-error There is no such kind.
  kindSql('target.sended');
  // @ts-expect-error A field is missing.
  eventSql('target.sent', { name: 'entry.name' });
  // @ts-expect-error The kind has no such field.
  eventSql('target.held', { message: 'm', massage: 'm' });
  // @ts-expect-error Only a parameter may be the whole object, because the compiler cannot look into other SQL.
  eventSql('target.held', 'entry.data');
  const who = { workspaceId: 1, userId: null };
  const write = (tx: Tx) => [
    recordEvent(tx, 'export.fetched', { ...who, data: { export_id: 1 } }),
    // @ts-expect-error The field has another type.
    recordEvent(tx, 'export.fetched', { ...who, data: { export_id: '1' } }),
    // @ts-expect-error There is no such kind.
    recordEvent(tx, 'export.fetchd', { ...who, data: { export_id: 1 } }),
  ];
  expect(write).toBeTypeOf('function');
});
