/** When a notice is mailed, as SQL; the parts are SQL too. */

/**
 * Soon means: a minute after the latest that it tells of, five after the first. Hourly: at the full hour. Daily: at 08:00
 * of the zone's clock, whatever was done to that clock in the night.
 */
export function dueAt(of: { mail: string; isUrgent: string; since: string; zone: string }): string {
  return `case ${of.mail}
    when 'at_once' then case when ${of.isUrgent} then clock_now()
      else least(clock_now() + interval '1 minute', ${of.since} + interval '5 minutes') end
    when 'hourly' then date_trunc('hour', clock_now()) + interval '1 hour'
    when 'daily' then (date_trunc('day', clock_now() at time zone ${of.zone} - interval '8 hours')
      + interval '1 day 8 hours') at time zone ${of.zone} end`;
}
