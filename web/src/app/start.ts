/** Who uses the app, in which workspace, with which channels: what every screen needs. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { type DataOf, reading } from '../data/client.ts';

type Answered = DataOf<'getStart'>;

/** For a person who is signed in and belongs to a workspace. The frame shows its screens to no one else. */
export type Start = { [Key in keyof Answered]: NonNullable<Answered[Key]> } & Pick<Answered, 'channel_ids'>;

export function useStart(): Start {
  return useSuspenseQuery(reading('getStart')).data as Start;
}

export function useHasWorkspace(): boolean {
  return useSuspenseQuery(reading('getStart')).data.workspace !== null;
}
