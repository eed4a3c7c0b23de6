/**
 * When the clocks of `zone` show the timestamp `local`; all three are SQL. As in RFC 5545 and Temporal, a time that they
 * show twice is its first, where PostgreSQL takes the second; one that they skip is read by the offset before.
 */
export function momentAt(local: string, zone: string): string {
  const taken = `(${local} at time zone ${zone})`;
  const dayBefore = `(${taken} - interval '1 day')`;
  const offsetBefore = `((${dayBefore} at time zone ${zone}) - (${dayBefore} at time zone 'UTC'))`;
  const first = `((${local} - ${offsetBefore}) at time zone 'UTC')`;
  return `case when (${first} at time zone ${zone}) = ${local} then least(${taken}, ${first}) else ${taken} end`;
}
