/** What every network must pass, for tests and the proof. Made by `node scripts/generate.ts` from the folders beside this file. */
import { specs as bluesky } from './bluesky/conformance.ts';
import { specs as mastodon } from './mastodon/conformance.ts';
import { specs as sandbox } from './sandbox/conformance.ts';
import type { NetworkSpec } from './testing/kit.ts';

export const allSpecs: readonly NetworkSpec[] = [...bluesky, ...mastodon, ...sandbox];
