/** PostgreSQL's plans for the statements of a store. */
import type { Db, Tx } from '../../src/db/database.ts';

export interface Plan {
  indexes: Set<string>;
  /** Tables with a sequential scan. */
  scanned: Set<string>;
  text: string;
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

/** Plans every statement that `work` runs, without running it. */
export async function explain(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<Plan> {
  const plan: Plan = { indexes: new Set(), scanned: new Set(), text: '' };
  const statements: Db = {
    async rows(text, values) {
      const [row] = await db.rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (format json) ${text}`,
        values,
      );
      if (row !== undefined) note(plan, row['QUERY PLAN'][0].Plan, '');
      return [];
    },
    async row(text, values) {
      await this.rows(text, values);
      return undefined;
    },
  };
  await work({ ...statements, inTransaction: true, last: statements });
  return plan;
}

function note(plan: Plan, node: PlanNode, indent: string): void {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index, Plans = [] } = node;
  if (index !== undefined) plan.indexes.add(index);
  if (type === 'Seq Scan' && table !== undefined) plan.scanned.add(table);
  plan.text += `${indent}${type} ${table ?? ''} ${index ?? ''}\n`;
  for (const child of Plans) note(plan, child, `${indent}  `);
}
