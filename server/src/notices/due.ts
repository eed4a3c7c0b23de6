/** Computes when a notice is mailed. */

/**
 * SQL; the arguments are SQL, too. `at_once`: a minute after the notice's latest event, but at most five minutes after
 * its first. `hourly`: at the full hour. `daily`: at 08:00 local time of the zone, also after a change of daylight
 * saving time.
 */
export function dueAt(of: { mail: string; isUrgent: string; since: string; zone: string }): string {
  return `case ${of.mail}
    when 'at_once' then case when ${of.isUrgent} then clock_now()
      else least(clock_now() + interval '1 minute', ${of.since} + interval '5 minutes') end
    when 'hourly' then date_trunc('hour', clock_now()) + interval '1 hour'
    when 'daily' then (date_trunc('day', clock_now() at time zone ${of.zone} - interval '8 hours')
      + interval '1 day 8 hours') at time zone ${of.zone} end`;
}
