/** Closes the gate of an app when its network asks for a pause, and opens it again after a probe. */
import { OPERATOR_DELAY, type Outcome } from '@belfry/engine/outcome.ts';
import type { Context } from '../base/context.ts';
import { recordEvent } from '../events/index.ts';
import { type Claim, closeGate, endProbe, type GateRef, openEnvironmentGates } from '../lanes/index.ts';
import { familyOf, listFamilies, listPlatformsOfApp, MAX_IN_FLIGHT } from '../network-apps/index.ts';
import { findFirstWorkspace } from '../workspaces/index.ts';

type Ctx = Pick<Context, 'db' | 'networks' | 'config'>;

/** Seconds. A network that asks for no wait at all is not called again at once. */
const MIN_PAUSE = 1;
/** Seconds until the next probe of an app that its network refuses. */
const LONGEST_REFUSAL = 3600;

/** Makes the gates of the apps of the environment, so that they limit the attempts in flight. */
export function openGates({ db, networks, config }: Ctx): Promise<void> {
  const families = [...listFamilies(networks.values()).values()].filter(({ name }) =>
    Object.hasOwn(config.networkApps, name),
  );
  const platforms = families.map(
    ({ name, networks: members }) => [name, members.map(({ rules }) => rules.platform)] as const,
  );
  return openEnvironmentGates(db, new Map(platforms), MAX_IN_FLIGHT);
}

/**
 * Call it before the outcome is stored, so that no other attempt of the app begins in between. Returns the outcome with
 * the seconds until the gate may open.
 */
export async function noteAtGate(ctx: Ctx, claim: Claim, outcome: Outcome): Promise<Outcome> {
  const isThrottled = outcome.kind === 'later' && outcome.pauses === 'app';
  const seconds = Math.max(isThrottled ? outcome.seconds : 0, outcome.pauseAfter?.app ?? 0);
  if (isThrottled || seconds > 0) {
    const paused = await pause(ctx, claim, outcome, Math.max(MIN_PAUSE, seconds));
    return isThrottled ? { ...outcome, seconds: paused } : outcome;
  }
  if (claim.probes) await endProbe(ctx.db, claim.channel.id, isAnswered(outcome));
  return outcome;
}

function pause(ctx: Ctx, claim: Claim, outcome: Outcome, seconds: number): Promise<number> {
  const gate = gateOf(ctx, claim);
  const isRefused = outcome.kind === 'later' && outcome.cause === 'operator';
  const refused = { seconds: Math.max(seconds, OPERATOR_DELAY), refused: { longest: LONGEST_REFUSAL } };
  return ctx.db.transaction(async (tx) => {
    const closed = await closeGate(tx, gate, isRefused ? refused : { seconds });
    const workspaceId = closed.isNewRefusal && (await findFirstWorkspace(tx));
    if (workspaceId && outcome.kind === 'later') {
      const data = { family: gate.family, message: outcome.message };
      await recordEvent(tx, 'network_app.refused', { workspaceId, userId: null, data });
    }
    return closed.seconds;
  });
}

/**
 * A network without apps counts the calls of this installation's address, if it names a scope beyond the channel. So its
 * gate is for all its channels. Its attempts in flight are not limited, since it usually counts each account alone.
 */
function gateOf({ networks }: Ctx, { channel }: Claim): GateRef {
  const network = networks.get(channel.platform);
  const family = network && familyOf(network);
  if (network === undefined || family === undefined) {
    return { channelId: channel.id, family: channel.platform, platforms: [channel.platform], most: null };
  }
  const platforms = listPlatformsOfApp(networks.values(), network);
  return { channelId: channel.id, family, platforms, most: MAX_IN_FLIGHT };
}

/** The network has answered a call, and not by asking for a pause of the app. */
function isAnswered(outcome: Outcome): boolean {
  if (outcome.kind === 'published') return true;
  if (outcome.kind === 'failed') return outcome.code === 'rejected';
  return outcome.kind === 'later' && ['processing', 'throttled'].includes(outcome.because);
}
