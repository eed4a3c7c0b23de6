/** Compares the events in a test's database with the table of kinds. */
import assert from 'node:assert/strict';
import type { EventKind } from '@belfry/contract/event-kinds.ts';
import { eventKinds, isEventKind, schemaOfData } from '@belfry/contract/event-kinds.ts';
import type { ValidateFunction } from 'ajv';
import { Ajv } from 'ajv';
import type { Db } from '../../src/db/database.ts';
import { madeKinds } from './made-kinds.ts';

const ajv = new Ajv({ allErrors: true, strict: false });
const validators = new Map<EventKind, ValidateFunction>();

/** Throws when an event has an unknown kind or other data than its kind. Leaves out kinds that the test has made. */
export async function requireEventShapes(db: Db): Promise<void> {
  const rows = await db.rows<{ kind: string; data: unknown }>(
    "select distinct kind, data from events where kind <> all($1) and kind not like 'test.%' order by kind",
    [[...madeKinds]],
  );
  const wrong = rows.flatMap(({ kind, data }) => {
    const problem = isEventKind(kind) ? findProblem(kind, data) : 'has no entry';
    return problem === undefined ? [] : [`${kind} ${problem}: ${JSON.stringify(data)}`];
  });
  assert.deepEqual(wrong, [], 'events that differ from the table in contract/event-kinds.ts');
}

function findProblem(kind: EventKind, data: unknown): string | undefined {
  const known = validators.get(kind);
  const validate = known ?? ajv.compile(schemaOfData(eventKinds[kind]));
  validators.set(kind, validate);
  return validate(data) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'data' });
}
