/** Asks PostgreSQL which columns of a statement can be null, without running it. */
import { Client, type Connection as Wire } from 'pg';
import type { Connection } from '../../../src/db/database.ts';

interface Origin {
  /** 0: the column is an expression. */
  tableID: number;
  columnID: number;
}

interface Plan {
  'Join Type'?: string;
  'Parent Relationship'?: string;
  Output?: string[];
  Plans?: Plan[];
}

export interface Describer {
  /** For each column, true if it can be null: as a column of its table, or by an outer join. */
  nullability(text: string): Promise<boolean[]>;
  close(): Promise<void>;
}

export async function openDescriber(connection: Connection): Promise<Describer> {
  const client = new Client(connection);
  await client.connect();
  const { rows } = await client.query<{ key: string }>(
    `select a.attrelid || '.' || a.attnum as key from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relkind = 'r' and a.attnum > 0 and not a.attnotnull`,
  );
  const nullable = new Set(rows.map(({ key }) => key));
  const known = new Map<string, boolean[]>();
  return {
    async nullability(text) {
      const before = known.get(text);
      if (before !== undefined) return before;
      // A statement about a table that only a test or a migration has cannot be described.
      const origins = await describe(client, text).catch(() => []);
      const outer = await findOuter(client, text).catch(() => []);
      const nullability = origins.map(({ tableID, columnID }, index) => {
        return nullable.has(`${tableID}.${columnID}`) || outer[index] === true;
      });
      known.set(text, nullability);
      return nullability;
    },
    close: () => client.end(),
  };
}

/** Runs the protocol's Parse and Describe. The driver has no function for this. */
function describe(client: Client, text: string): Promise<Origin[]> {
  return new Promise((resolve, reject) => {
    let origins: Origin[] = [];
    let failure: Error | undefined;
    const query = {
      submit(wire: Wire) {
        wire.parse({ text, name: '', types: [] }, true);
        wire.describe({ type: 'S', name: '' }, true);
        wire.sync();
      },
      handleRowDescription({ fields }: { fields: Origin[] }) {
        origins = fields;
      },
      handleError(error: Error) {
        failure = error;
        reject(error);
      },
      handleReadyForQuery() {
        if (failure === undefined) resolve(origins);
      },
    };
    client.query(query);
  });
}

/** True for the columns that come from the nullable side of an outer join, as the planner sees it. */
async function findOuter(client: Client, text: string): Promise<boolean[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (generic_plan, verbose, costs off, format json) ${text}`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (plan?.Output === undefined) return [];
  const outer = new Set(outerOutputs(plan));
  return plan.Output.map((expression) => outer.has(expression));
}

const NULLABLE_SIDES: Readonly<Record<string, readonly string[]>> = {
  Left: ['Inner'],
  Right: ['Outer'],
  Full: ['Inner', 'Outer'],
};

function outerOutputs(plan: Plan): string[] {
  const sides = NULLABLE_SIDES[plan['Join Type'] ?? ''] ?? [];
  return (plan.Plans ?? []).flatMap((child) => [
    ...(sides.includes(child['Parent Relationship'] ?? '') ? (child.Output ?? []) : []),
    ...(child['Parent Relationship'] === 'InitPlan' ? [] : outerOutputs(child)),
  ]);
}
