import type { BulkAction } from '@belfry/contract/bulk.ts';
import { formatters } from '../../locale.ts';
import type { bulk as en } from '../en/bulk.ts';

const { plural } = formatters('de-DE');

const posts = (count: number) => plural(count, { one: '1 Beitrag', other: `${count} Beiträge` });

const did: Record<BulkAction, string> = {
  move: 'verschoben',
  queue: 'geplant',
  submit: 'zur Freigabe vorgelegt',
  approve: 'freigegeben',
  reject: 'abgelehnt',
  duplicate: 'dupliziert',
  label: 'mit dem Label versehen',
  unlabel: 'geändert',
  delete: 'gelöscht',
  restore: 'wiederhergestellt',
};

export const bulk: typeof en = {
  done: ({ count, act }) => `${posts(count)} ${did[act]}.`,
  someRefused: ({ done, act, refused, why }) =>
    `${posts(done)} ${did[act]}, ${refused} nicht${why === '' ? '.' : `: ${why}`}`,
  name: () => 'Ausgewählte Beiträge',
  acts: {
    label: () => 'Label',
    clear: () => 'Auswahl aufheben',
    dayBefore: () => 'Einen Tag früher',
    dayAfter: () => 'Einen Tag später',
    weekAfter: () => 'Eine Woche später',
    queue: () => 'Nächste freie Termine',
    submit: () => 'Um Freigabe bitten',
    approve: () => 'Freigeben',
    duplicate: () => 'Duplizieren',
    remove: () => 'Löschen',
  },
};
