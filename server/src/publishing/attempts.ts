/** Performs attempts: reads what publishing a claimed target needs, and runs the engine. */
import { type AttemptInput, attempt, prepare } from '@belfry/engine/attempt.ts';
import { interrupted, outcomeOf } from '@belfry/engine/ending.ts';
import { type Entry, isCommit } from '@belfry/engine/entry.ts';
import type { Outcome } from '@belfry/engine/outcome.ts';
import { abortable } from '@belfry/networks/core/http.ts';
import type { Json } from '@belfry/networks/core/json.ts';
import { formatNameOf } from '@belfry/networks/core/limits.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import type { Context } from '../base/context.ts';
import {
  findUnmetNeed,
  isSignedIn,
  loseSession,
  type OpenSession,
  openGrants,
  openSession,
  refreshSession,
} from '../channels/index.ts';
import { batchCalls } from '../db/batch-calls.ts';
import { type Claim, findPreparedDigest, noteDigest, type Preparation } from '../lanes/index.ts';
import { filesOf, filesOfPosts, noFiles, openFiles, type PostFiles, versionOf } from '../media/index.ts';
import { findWrongSetting } from '../posts/index.ts';
import { digestNow, isAsApproved } from './approval.ts';
import { deletePrepared, type Holder, isTaken, openJournals } from './journal.ts';
import { countOneSend } from './sends/sends.ts';
import * as store from './store.ts';
import { traceJournal } from './traced-journal.ts';
import { applyVerdict, decideBeforehand, type Failed, graceOf } from './verdict.ts';

type Ctx = Omit<Context, 'callers'>;

/**
 * Runs the attempt of a claim to its outcome. `now`: the database's time. Throws `LeaseLost` and `JournalFailure`: then
 * no outcome may be stored.
 */
export type Perform = Performing<Claim, Outcome>;

/** Does what may be done before the time. Null: only commits are left. An outcome says why more could not be done. */
export type Prepare = Performing<Preparation, Outcome | null>;

type Ended = Outcome | null;
/**
 * `turn`: settles when the attempt before it in the lane has ended, with whether this one may send. Everything that it
 * reads, it reads before that.
 */
type Performing<C extends Claim, End extends Ended> = (
  claim: C,
  now: () => Date,
  signal: AbortSignal,
  turn?: Promise<boolean>,
) => Promise<End>;

/** An attempt, or a preparation. */
interface Work<C extends Claim, End extends Ended> {
  holder: Holder;
  run(input: AttemptInput): Promise<End>;
  /** The entries that are of the post as it is now. Deletes the others. */
  keepCurrent(ctx: Ctx, claim: C, files: PostFiles, entries: Entry[]): Promise<Entry[]>;
}

export const openAttempts = (ctx: Ctx): Perform =>
  openPerforming(ctx, {
    holder: 'attempt',
    run: attempt,
    async keepCurrent({ db }, claim, files, entries) {
      if (entries.length === 0 || entries.some(isCommit)) return entries;
      const prepared = await findPreparedDigest(db, claim.target_id);
      if (prepared === undefined || prepared === (await digestNow(db, claim, files))) return entries;
      await deletePrepared(db, claim, 'attempt');
      return [];
    },
  });

export const openPreparing = (ctx: Ctx): Prepare =>
  openPerforming(ctx, {
    holder: 'preparation',
    run: prepare,
    async keepCurrent({ db }, claim, files, entries) {
      const digest = await digestNow(db, claim, files);
      if (digest === undefined || entries.some(isCommit) || digest === claim.digest) return entries;
      if (claim.digest !== null) await deletePrepared(db, claim, 'preparation');
      await noteDigest(db, claim, digest);
      return claim.digest === null ? entries : [];
    },
  });

/** What an attempt reads. Attempts that run at the same time share statements. */
function openReads(ctx: Ctx, holder: Holder) {
  const journalOf = openJournals(ctx, holder);
  const hasFiles = batchCalls((postIds: readonly number[]) => store.haveFiles(ctx.db, postIds));
  return {
    findGrant: openGrants(ctx.db),
    journalOf: ({ target_id, lease }: Claim) => traceJournal(journalOf(target_id, lease), ctx.tracing),
    async readFiles({ workspace_id, post_id }: Claim): Promise<PostFiles> {
      if (!(await hasFiles(post_id))) return noFiles;
      return (await filesOfPosts(ctx.db, workspace_id, [post_id])).get(post_id) ?? noFiles;
    },
  };
}

function openPerforming<C extends Claim, End extends Ended>(
  ctx: Ctx,
  work: Work<C, End>,
): Performing<C, End | Outcome> {
  const { findGrant, journalOf, readFiles } = openReads(ctx, work.holder);
  return async (claim, now, signal, turn = Promise.resolve(true)) => {
    const journal = journalOf(claim);
    // All is read at the same time, since the channel's next post waits until this attempt ends.
    const entries = startEarly(journal.load());
    const reading = startEarly(readFiles(claim));
    const network = ctx.networks.get(claim.channel.platform);
    const verdict =
      decideBeforehand(claim) ?? (network === undefined ? unsupported : checkSettings(network, claim));
    const ending = verdict && applyVerdict(verdict, claim, await entries);
    if (ending !== undefined || network === undefined) return ending ?? unsupported;
    const session = startEarly(openSession(ctx, network, claim.channel, findGrant));
    // Read once, so that the rows that are compared with the approval are the rows that are published.
    const files = await reading;
    if (!(await isAsApproved(ctx.db, claim, files, () => entries))) return { kind: 'voided' };
    const current = await work.keepCurrent(ctx, claim, files, await entries);
    const unfit = checkNeeds(ctx, network, claim, files);
    if (unfit !== undefined && !current.some(isCommit)) return unfit;
    if (!(await turn)) return handBack(current);
    const { tries } = claim;
    const report = (error: unknown) => reportUnexpected(ctx, claim, network.rules.name, error);
    const run = { journal: { ...journal, load: async () => current }, now, tries, report, signal };
    return session.then(
      (open) => publish(ctx, work, { claim, network, open, files, run }),
      (error: unknown) => outcomeOf(error, { tries, report }),
    );
  };
}

interface Prepared {
  claim: Claim;
  network: Network;
  open: OpenSession;
  files: PostFiles;
  run: Pick<AttemptInput, 'journal' | 'now' | 'tries' | 'report' | 'signal'>;
}

async function publish<C extends Claim, End extends Ended>(
  ctx: Ctx,
  work: Pick<Work<C, End>, 'holder' | 'run'>,
  { claim, network, files, run, ...prepared }: Prepared,
): Promise<End | Outcome> {
  let { open } = prepared;
  const { text, settings } = claim;
  const shown = filesOf(claim, files, network.rules.settings);
  const limits = { rules: network.rules, account: open.session.limits };
  const post = { text, settings, ...(await openFiles(ctx, claim, shown, limits)) };
  const format = formatNameOf(network.rules, limits.account, versionOf(text, claim, shown));
  const ended = await work.run({
    ...run,
    publish: (journaled) => {
      const http = abortable(open.session.http, run.signal);
      return network.publish(post, { ...open.session, http }, journaled);
    },
    refresh: async () => {
      open = await refreshSession(ctx, network, claim.channel, open.version);
    },
    ...(network.rules.rates && {
      countSend: (units, kind) =>
        countOneSend(ctx, network, claim, { units, format: kind === 'after' ? undefined : format }),
    }),
    ...(claim.asking && { asks: (result: Json) => isTaken(ctx.db, claim.target_id, result) }),
    deadline: new Date(Date.parse(claim.due) + graceOf(claim) * 1000),
  });
  if (ended?.kind !== 'held' || work.holder !== 'attempt') return ended;
  // The settlement marks only this channel. It may be the only one of its login that the account may not use any more.
  if (open.isShared && !(await isSignedIn(network, open.session)))
    await loseSession(ctx, claim.channel, open.version, ended.message);
  return { ...ended, version: open.version };
}

/** A later version of Belfry may no longer accept settings that were stored before. */
function checkSettings({ rules }: Network, { settings }: Claim): Failed | undefined {
  const wrong = findWrongSetting(rules, settings);
  return wrong && { kind: 'failed', code: 'rejected', ...wrong };
}

function checkNeeds(ctx: Ctx, network: Network, claim: Claim, files: PostFiles): Failed | undefined {
  if (network.needsFor === undefined) return undefined;
  const shown = filesOf(claim, files, network.rules.settings);
  const message = findUnmetNeed(ctx, network, versionOf(claim.text, claim, shown));
  return message === undefined ? undefined : { kind: 'failed', code: 'rejected', message };
}

const unsupported: Failed = {
  kind: 'failed',
  code: 'channel_disconnected',
  message: 'This installation no longer supports the network.',
};

/** Its turn does not come. Unless it may be live, it goes back into the queue as if it had not been claimed. */
function handBack(entries: Entry[]): Outcome {
  const message = 'The channel stopped at a post before this one.';
  if (entries.some(isCommit)) return interrupted(message);
  return { kind: 'later', seconds: 0, because: 'queue', message, pauses: 'target' };
}

/** Returns the sentence that people read. The exception itself goes to the log only, which hides secrets. */
function reportUnexpected(ctx: Ctx, claim: Claim, network: string, error: unknown): string {
  ctx.log.error({ ...namesOf(claim), err: error }, 'the code for the network stopped unexpectedly');
  return `Belfry did not understand the answer of ${network}. The operator of Belfry can find the error in the log under target ${claim.target_id}.`;
}

/** An error is thrown where the promise is awaited. Until then it does not count as unhandled. */
function startEarly<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}

/** Fields of a log line or a span about this claim. */
export function namesOf(claim: Claim) {
  return {
    post: claim.post_id,
    target: claim.target_id,
    channel: claim.channel.id,
    platform: claim.channel.platform,
  };
}
