/** What a newcomer can do after the first published post. Each step goes when it is done, or when the person has seen enough. */
import type { Channel } from '@belfry/contract/channels.ts';
import type { Permission } from '@belfry/contract/route.ts';
import type { Start } from '../app/start.ts';
import { SANDBOX } from '../data/sandbox.ts';
import { Temporal } from '../data/time.ts';

export const steps = ['channel', 'times', 'people'] as const;
export type Step = (typeof steps)[number];

/** So long, a workspace is new. */
const NEW = { hours: 14 * 24 };

type Known = Pick<Start, 'channels' | 'permissions' | 'workspace'>;

/** Whether the workspace is new and has published. People who may do none of the steps are no newcomers. */
export function isNewcomer({ channels, permissions, workspace }: Known, now: Temporal.Instant): boolean {
  const until = Temporal.Instant.from(workspace.created_at).add(NEW);
  return (
    permissions.includes('channel.manage') &&
    Temporal.Instant.compare(now, until) < 0 &&
    channels.some(({ last_published_at }) => last_published_at !== null)
  );
}

/** `people`: members and open invitations; undefined while that is not known. */
export function openSteps({ channels, permissions, workspace }: Known, people: number | undefined): Step[] {
  const isOpen: Record<Step, boolean> = {
    channel: channels.every(({ platform }) => platform === SANDBOX),
    times: channels.every((channel) => hasTimesOf(workspace, channel)),
    people: people === 1,
  };
  return steps.filter((step) => isOpen[step] && permissions.includes(needed[step]));
}

const needed: Record<Step, Permission> = {
  channel: 'channel.manage',
  times: 'channel.manage',
  people: 'member.manage',
};

/** Whether the channel still has the times with which it was connected. */
function hasTimesOf(
  workspace: Known['workspace'],
  { posting_times, posting_times_by_day }: Pick<Channel, 'posting_times' | 'posting_times_by_day'>,
): boolean {
  return posting_times_by_day === null && posting_times.join() === workspace.posting_times.join();
}
