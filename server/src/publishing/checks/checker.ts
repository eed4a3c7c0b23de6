/** Checks targets a day and an hour before they are due, and warns people while there is time to act. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { Network, Session } from '@belfry/networks/core/network.ts';
import type { Context } from '../../base/context.ts';
import { findUnmetNeed, withSession } from '../../channels/index.ts';
import { type CheckNote, type DueCheck, noteChecks, reserveDueChecks } from '../../lanes/index.ts';
import {
  filesOf,
  filesOfPosts,
  noFiles,
  type PostFiles,
  type TargetFiles,
  versionOf,
} from '../../media/index.ts';
import { isAsApproved } from '../approval.ts';
import { channelRisk, limitRisks, mediaRisks, type Risk } from './risks.ts';

type Ctx = Pick<
  Context,
  'config' | 'db' | 'networks' | 'vault' | 'apps' | 'outbound' | 'clock' | 'host' | 'slices' | 'log' | 'files'
>;

/** Targets per batch. Within a batch, Belfry asks the network once per channel. */
const BATCH_SIZE = 100;

/** Checks all targets whose check is due. Several processes share the work. Publishes nothing. */
export async function checkAhead(ctx: Ctx, ending?: AbortSignal): Promise<void> {
  for (let batch = BATCH_SIZE; batch === BATCH_SIZE && !ending?.aborted; ) {
    const { checks, taken } = await reserveDueChecks(ctx.db, BATCH_SIZE);
    const files = await readFiles(ctx, checks);
    const lanes = Map.groupBy(checks, ({ channel }) => channel.id);
    const notes: CheckNote[] = [];
    const running = [...lanes.values()].map((lane) => checkLane(ctx, lane, files, notes));
    const results = await Promise.allSettled(running);
    await noteChecks(ctx.db, notes);
    // An error in one lane is thrown last, so that the results of the other lanes are stored.
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    batch = taken;
  }
}

/** By post. */
async function readFiles(ctx: Ctx, checks: readonly DueCheck[]): Promise<Map<number, PostFiles>> {
  const files = new Map<number, PostFiles>();
  for (const [workspaceId, group] of Map.groupBy(checks, (check) => check.workspace_id)) {
    const byPost = await filesOfPosts(ctx.db, workspaceId, [...new Set(group.map(({ post_id }) => post_id))]);
    for (const [postId, found] of byPost) files.set(postId, found);
  }
  return files;
}

async function checkLane(
  ctx: Ctx,
  checks: readonly DueCheck[],
  files: ReadonlyMap<number, PostFiles>,
  notes: CheckNote[],
): Promise<void> {
  let asked: Promise<Risk[]> | undefined;
  for (const check of checks) {
    const network = ctx.networks.get(check.channel.platform);
    const known = channelRisk(check, network);
    if (known === undefined) asked ??= askAboutChannel(ctx, network, check.channel);
    const ofChannel = known === undefined ? ((await asked) ?? []) : [known];
    const shown = filesOf(check, files.get(check.post_id) ?? noFiles, network?.rules.settings);
    const ofPost = await postRisks(ctx, check, files.get(check.post_id) ?? noFiles, shown);
    const isAsked = ofPost.length === 0 && !ofChannel.some(({ code }) => code === 'channel_disconnected');
    const stated = isAsked ? await askAboutPost(ctx, network, check, shown) : [];
    notes.push(noteOf(check, [...ofChannel, ...ofPost, ...stated]));
  }
}

async function postRisks(ctx: Ctx, check: DueCheck, files: PostFiles, shown: TargetFiles): Promise<Risk[]> {
  const risks = [...(await limitRisks(ctx, check, shown)), ...(await mediaRisks(ctx, shown))];
  if (await isAsApproved(ctx.db, check, files, async () => [])) return risks;
  const message = 'The post changed after it was approved. Schedule it again, so that it is reviewed.';
  return [...risks, { code: 'not_approved', message }];
}

async function askAboutChannel(
  ctx: Ctx,
  network: Network | undefined,
  channel: DueCheck['channel'],
): Promise<Risk[]> {
  const unmet = network && findUnmetNeed(ctx, network);
  if (unmet !== undefined) return [{ code: 'rejected', message: unmet }];
  if (network?.check === undefined) return [];
  const { check } = network;
  return ask(ctx, network, channel, (session) => check(session));
}

/** An unexpected error is no risk either: it would keep the other posts of the channel from being checked. */
async function askAboutPost(
  ctx: Ctx,
  network: Network | undefined,
  check: DueCheck,
  shown: TargetFiles,
): Promise<Risk[]> {
  if (network === undefined) return [];
  const { checkPost } = network;
  const version = versionOf(check.content ?? check.post_content, check, shown);
  const unmet = findUnmetNeed(ctx, network, version);
  if (unmet !== undefined) return [{ code: 'rejected', message: unmet }];
  if (checkPost === undefined) return [];
  try {
    return await ask(ctx, network, check.channel, (session) => checkPost(version, session));
  } catch (error) {
    ctx.log.error({ err: error, target: check.target_id }, 'a post could not be checked at its network');
    return [];
  }
}

/** An unavailable or throttling network is no risk: people could do nothing about it. */
async function ask(
  ctx: Ctx,
  network: Network,
  channel: DueCheck['channel'],
  question: (session: Session) => Promise<string[]>,
): Promise<Risk[]> {
  try {
    const sentences = await withSession(ctx, network, channel, question);
    return sentences.map((message) => ({ code: 'rejected', message }));
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error;
    if (error.fault.kind !== 'reconnect' && error.fault.kind !== 'expired') return [];
    const message = `${error.message} Connect @${channel.username} again. Until then, the post waits.`;
    return [{ code: 'channel_disconnected', message }];
  }
}

function noteOf(check: DueCheck, risks: readonly Risk[]): CheckNote {
  const [first] = risks;
  const warnings = risks.map(({ message }) => message);
  if (first === undefined) return { check, warnings, event: null };
  const data = { code: first.code, message: warnings.join(' ') };
  return { check, warnings, event: { kind: 'target.at_risk', data } };
}
