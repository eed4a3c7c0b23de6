/** How a person comes back to where they began to connect a channel. */
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Errand, readErrand, withConnected } from './errand.ts';

const HERE = '/channels/connect';

/** While another place loads, the address is already that place's: then the errand stays as it was. */
export function useErrand(): Errand {
  const { pathname, searchStr } = useLocation();
  const [begun, setBegun] = useState(searchStr);
  if (pathname === HERE && begun !== searchStr) setBegun(searchStr);
  return readErrand(begun);
}

/** Goes back with the channels, which every screen then knows, as well as the posts that no longer wait for them. */
export function useReturn(returnTo: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (ids: readonly number[]) => {
    await queries.invalidateQueries();
    await navigate({ href: withConnected(returnTo, ids), replace: true });
  };
}
