/**
 * The moment at which clocks in `zone` show the timestamp `local`. Arguments and result are SQL. As in RFC 5545 and
 * Temporal, an ambiguous time is the first of the two (PostgreSQL alone would return the second). A skipped time is
 * read with the offset before the change.
 */
export function momentAt(local: string, zone: string): string {
  const taken = `(${local} at time zone ${zone})`;
  const dayBefore = `(${taken} - interval '1 day')`;
  const offsetBefore = `((${dayBefore} at time zone ${zone}) - (${dayBefore} at time zone 'UTC'))`;
  const first = `((${local} - ${offsetBefore}) at time zone 'UTC')`;
  return `case when (${first} at time zone ${zone}) = ${local} then least(${taken}, ${first}) else ${taken} end`;
}
