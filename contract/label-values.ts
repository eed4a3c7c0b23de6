/** The colours of labels, and how many labels there may be. */

export const labelColors = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'gray'] as const;

/** Labels of a workspace. */
export const MAX_LABELS = 200;
/** Labels of a post. */
export const MAX_LABELS_OF_POST = 20;
/** Labels of a file in the library. */
export const MAX_LABELS_OF_FILE = 20;
