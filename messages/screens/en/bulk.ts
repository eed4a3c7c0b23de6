import type { BulkAction } from '@belfry/contract/bulk.ts';
import { formatters } from '../../locale.ts';

const { plural } = formatters('en-GB');

const posts = (count: number) => plural(count, { one: '1 post', other: `${count} posts` });

const did: Record<BulkAction, string> = {
  move: 'moved',
  queue: 'scheduled',
  submit: 'sent for approval',
  approve: 'approved',
  reject: 'rejected',
  duplicate: 'duplicated',
  label: 'labelled',
  unlabel: 'changed',
  delete: 'deleted',
  restore: 'restored',
};

/** What was done to several posts at once. */
export const bulk = {
  done: ({ count, act }: { count: number; act: BulkAction }) => `${posts(count)} ${did[act]}.`,
  someRefused: (of: { done: number; act: BulkAction; refused: number; why: string }) =>
    `${posts(of.done)} ${did[of.act]}, ${of.refused} not${of.why === '' ? '.' : `: ${of.why}`}`,
  name: () => 'Selected posts',
  acts: {
    label: () => 'Label',
    clear: () => 'Clear selection',
    dayBefore: () => 'A day earlier',
    dayAfter: () => 'A day later',
    weekAfter: () => 'A week later',
    queue: () => 'Next free slots',
    submit: () => 'Ask for approval',
    approve: () => 'Approve',
    duplicate: () => 'Duplicate',
    remove: () => 'Delete',
  },
};
