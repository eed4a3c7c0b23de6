/** Statuses as an SQL list: `'draft', 'failed'`. Only for constants of our own. */
export function listed(...statuses: string[]): string {
  return statuses.map((status) => `'${status}'`).join(', ');
}
