/** Why a target failed, by its code. The service's own sentence is in English and says more, so English needs none. */
import type { DoubtCause, TargetErrorCode } from '@belfry/contract/targets.ts';

/** A sentence for every code and every cause of a doubt. Another language than English needs all. */
export type FaultWords = Readonly<Record<TargetErrorCode | `outcome_unknown.${DoubtCause}`, () => string>>;

export const faults: Partial<FaultWords> = {};
