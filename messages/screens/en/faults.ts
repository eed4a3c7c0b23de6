/** Why a target failed, by its code. The service's own sentence is in English and says more, so English needs none. */
import type { TargetErrorCode } from '@belfry/contract/targets.ts';

/** A sentence for every code. Another language than English needs all. */
export type FaultWords = Readonly<Record<TargetErrorCode, () => string>>;

export const faults: Partial<FaultWords> = {};
