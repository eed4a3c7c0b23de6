/** The current time. In production it comes from the database; Belfry never uses the host's clock. */
export interface Clock {
  now(): Date;
}
