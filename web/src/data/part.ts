/** Parts of the app that are loaded when they are needed. */
import { lazy } from 'react';
import { leave, look, onReturn } from './connection.ts';

/** A part that did not load: the page comes from a build that is no longer served or, for a screen, there is no connection. */
export class MissingPart extends Error {}

/** Left as it is, the cause would make the router load the page again by itself. */
export function refuseReload(cause: unknown): never {
  throw new MissingPart(undefined, { cause });
}

/** As React's `lazy`, but without a connection the part comes when there is one, and the rest of the page stays. */
export const part: typeof lazy = (load) => lazy(() => loadPart(load));

/** Waits for the connection if there is none. Throws if the service does not have the part any more. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    if (await look()) return load().catch(refuseReload);
    leave();
    await new Promise<void>((resolve) => {
      const stop = onReturn(() => resolve(stop()));
    });
    return loadPart(load);
  }
}
