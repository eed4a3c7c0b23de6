/** Counts that are shown beside lists stop here. */
export const MAX_COUNTED = 1000;
