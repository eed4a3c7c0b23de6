/** Who uses the app, in which workspace, with which channels: what every screen needs. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { type DataOf, reading } from '../data/client.ts';

type Answered = DataOf<'getStart'>;

/** For a person who is signed in and belongs to a workspace. The frame shows its screens to no one else. */
export type Start = { [Key in keyof Answered]: NonNullable<Answered[Key]> } & Pick<Answered, 'channel_ids'>;

/** A context, because hundreds of components need it, and each watcher of an answer costs time at every drawing. */
export const StartContext = createContext<Start | undefined>(undefined);

export function useStart(): Start {
  const start = use(StartContext);
  if (start === undefined) throw new Error('Only screens in the frame have a person and a workspace.');
  return start;
}

/** Names networks as people know them: that of a channel, or of anything else with a platform. */
export function useNetworkNames(): (of: { platform: string }) => string {
  const { networks } = useStart();
  return ({ platform }) => networks.find((one) => one.platform === platform)?.name ?? platform;
}

/** As the service answered. A person without a workspace has a start, too, of which only `user` may be read. */
export function useAnsweredStart(): { start: Start; hasWorkspace: boolean } {
  const { data } = useSuspenseQuery(reading('getStart'));
  return { start: data as Start, hasWorkspace: data.workspace !== null };
}
