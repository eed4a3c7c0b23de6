import type { CommitOptions, Found } from '@belfry/networks/core/run.ts';
import type { Entry } from './entry.ts';
import { isRefusal } from './errors.ts';

/** Asks the network about a commit in doubt. If it refuses the question, that says nothing about the post. */
export async function askAbout<T>(
  reconcile: NonNullable<CommitOptions<T>['reconcile']>,
  { key, firstAt }: Pick<Entry, 'key' | 'firstAt'>,
): Promise<Found<T>> {
  try {
    return await reconcile({ key, since: firstAt });
  } catch (error) {
    if (isRefusal(error)) return 'unknown';
    throw error;
  }
}
