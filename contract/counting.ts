/** Counts that are shown beside lists stop here. */
export const MAX_COUNTED = 1000;

/** Channels of one workspace, without removed ones. */
export const MAX_CHANNELS = 1000;
