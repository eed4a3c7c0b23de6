/** How a person comes back to where they began to connect a channel. */
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { keyOf } from '../data/client.ts';
import { type Errand, readErrand, withConnected } from './errand.ts';

export function useErrand(): Errand {
  return readErrand(useLocation({ select: ({ searchStr }) => searchStr }));
}

/** Goes back with the channels, which every screen then knows. */
export function useReturn(returnTo: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (ids: readonly number[]) => {
    await queries.invalidateQueries({ queryKey: keyOf('getStart') });
    await navigate({ href: withConnected(returnTo, ids), replace: true });
  };
}
