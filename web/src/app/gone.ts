/** Parts of the app that cannot be loaded any more, because the page comes from a build that is no longer served. */
const failures = new WeakSet<object>();

// Vite tells of every part that did not load, also of those that are loaded by `lazy`.
addEventListener('vite:preloadError', ({ payload }) => failures.add(payload));

/** A part that did not load. Left as it is, the router would load the page again by itself. */
export function refuseReload(cause: unknown): never {
  throw new Error('A part of the app could not be loaded.', { cause });
}

/** Whether an error comes from such a part. */
export function isGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return failures.has(error) || (error.cause instanceof Error && failures.has(error.cause));
}
