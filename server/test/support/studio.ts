/** A network that takes a file, works on it, and then shows a post with it. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import { allNetworks } from '@belfry/networks/index.ts';

export interface Studio {
  networks: Network[];
  /** The calls, in order: `upload TEXT`, `ready`, `show FILE`. */
  calls: string[];
  /** An upload ends when this resolves, or fails with what it throws. */
  gate: () => unknown;
  /** Answers of `ready`; then it is ready. */
  answers: (null | Error)[];
}

export function openStudio(ahead?: number): Studio {
  const studio: Omit<Studio, 'networks'> = { calls: [], gate: () => undefined, answers: [] };
  let made = 0;
  const sandbox = allNetworks.find(({ rules }) => rules.platform === 'sandbox');
  if (sandbox === undefined) throw new Error('There is no sandbox.');
  const network: Network = {
    ...sandbox,
    rules: { ...sandbox.rules, ...(ahead !== undefined && { ahead }) },
    async publish({ text, media }, _session, run) {
      const alt = media.map(({ altText }) => altText ?? '').join();
      const file = await run.step('file', async () => {
        studio.calls.push(alt === '' ? `upload ${text}` : `upload ${text} (${alt})`);
        await studio.gate();
        made += 1;
        return `${text}.${made}`;
      });
      await run.until('ready', async () => {
        studio.calls.push('ready');
        const answer = studio.answers.shift();
        if (answer instanceof Error) throw answer;
        return answer === null ? null : true;
      });
      return run.commit('show', async () => {
        studio.calls.push(`show ${file}`);
        return { id: file, url: null };
      });
    },
  };
  return Object.assign(studio, { networks: [network] });
}

export const refused = new NetworkFault({ kind: 'rejected', message: 'The file is no video.' });
