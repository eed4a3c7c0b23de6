/** What time it is. In production the database tells: a host's own clock decides nothing. */
export interface Clock {
  now(): Date;
}
