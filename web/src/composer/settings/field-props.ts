/** What every field of a setting gets, and what stands beside it. */

import type { Json, JsonSchema } from '@belfry/networks/core/json.ts';
import { useNetworkNames } from '../../app/start.ts';
import { useSentence } from '../findings-list.tsx';
import type { View } from '../write.tsx';

export interface FieldProps {
  name: string;
  /** In the target: `settings.poll.options`. */
  path: string;
  schema: JsonSchema;
  value: Json | undefined;
  context: { view: View; channelId: number };
  onChange: (value: Json | undefined) => void;
}

/** What stands against this setting. */
export function useErrorOf({ path, context: { view, channelId } }: FieldProps): string | undefined {
  const channel = view.channels.find(({ id }) => id === channelId);
  const network = useNetworkNames()(channel ?? { platform: '' });
  const sentenceOf = useSentence(network);
  const found = view.findings.find((one) => one.channel.id === channelId && one.field === path);
  return found && sentenceOf(found);
}
