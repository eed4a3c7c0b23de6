import { faultIn, NetworkFault } from './fault.ts';

/** The error. If it is the network's refusal of a file, it names the file by its place in the post. */
export function blameFile(error: unknown, index: number): unknown {
  const fault = faultIn(error, 'rejected');
  if (fault?.kind !== 'rejected') return error;
  return new NetworkFault({ ...fault, field: `media_ids.${index}` }, { cause: error });
}
