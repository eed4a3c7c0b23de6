/** Sets of channels that people choose together: read, created, renamed and deleted. */
import type { ChannelSet } from '@belfry/contract/channel-sets.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, keyOf, noteFailure, useAnswer } from './client.ts';

/** By name. `isWanted`: whether to read them now. */
export function useChannelSets(isWanted = true) {
  return useAnswer('listChannelSets', undefined, { enabled: isWanted });
}

/** Each resolves when the list shows what the service has. */
export function useChannelSetChanges() {
  const queries = useQueryClient();
  const settled = {
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf('listChannelSets') }),
    onError: noteFailure,
  };
  return {
    create: useMutation({
      mutationFn: ({ name, channel_ids }: Pick<ChannelSet, 'name' | 'channel_ids'>) =>
        api().call('createChannelSet', { body: { name, channel_ids } }),
      ...settled,
    }),
    rename: useMutation({
      mutationFn: ({ id, name }: Pick<ChannelSet, 'id' | 'name'>) =>
        api().call('updateChannelSet', { params: { id }, body: { name } }),
      ...settled,
    }),
    remove: useMutation({
      mutationFn: ({ id }: Pick<ChannelSet, 'id'>) => api().call('deleteChannelSet', { params: { id } }),
      ...settled,
    }),
  };
}
