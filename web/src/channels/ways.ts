/** How accounts of a network can be connected on this installation. */
import type { DataOf } from '../data/client.ts';
import { readFields, type SchemaField } from './schema.ts';

export type Network = DataOf<'listNetworks'>[number];

export interface Ways {
  /** The fields of credentials. */
  form: SchemaField[] | undefined;
  /** The fields before the network's own page. */
  signIn: SchemaField[] | undefined;
}

/** Without the keys of the network's app there is no sign-in, and a form only if the network does without them. */
export function waysOf({ app, connected_by: { form, sign_in } }: Network): Ways {
  const hasKeys = app === null || app.is_configured;
  const hasForm = hasKeys || app.is_optional;
  return {
    form: form !== null && hasForm ? readFields(form) : undefined,
    signIn: sign_in !== null && hasKeys ? readFields(sign_in) : undefined,
  };
}

export function canConnect(network: Network): boolean {
  const { form, signIn } = waysOf(network);
  return form !== undefined || signIn !== undefined;
}
