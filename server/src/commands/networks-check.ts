/** `belfry networks check PLATFORM`. Exit code 0 when every call succeeded. */
import { writeFile } from 'node:fs/promises';
import { allNetworks } from '@belfry/networks/index.ts';
import { pino } from 'pino';
import { OperatorError } from '../base/operator-error.ts';
import { readRelease } from '../base/version.ts';
import { listConnected } from '../channels/index.ts';
import { loadConfig } from '../config/index.ts';
import { startClock } from '../db/clock.ts';
import { createContext } from '../process/service.ts';
import { type Conversation, converse } from '../rehearsal/index.ts';
import { reachDatabase } from './reach-database.ts';

interface Options {
  json?: boolean | undefined;
  /** The id of the channel to ask with. Default: the first that is connected, or none. */
  channel?: number | undefined;
  /** Where the record goes. */
  record?: string | undefined;
}

export async function runNetworksCheck(
  platform: string,
  { json, channel: id, record }: Options,
): Promise<number> {
  const network = allNetworks.find(({ rules }) => rules.platform === platform);
  if (network === undefined) {
    const known = allNetworks.map(({ rules }) => rules.platform).join(', ');
    throw new OperatorError(`Belfry has no network "${platform}". It has ${known}.`);
  }
  const config = loadConfig();
  await using reached = await reachDatabase(config);
  const clock = await startClock(reached.db);
  const release = await readRelease();
  const { ctx, clients } = await createContext(config, pino({ level: 'silent' }), reached.db, clock, {
    release,
  });
  try {
    const channels = await listConnected(reached.db, platform);
    const channel = id === undefined ? channels[0] : channels.find((each) => each.id === id);
    if (id !== undefined && channel === undefined)
      throw new OperatorError(`Channel ${id} is no connected channel of ${network.rules.name}.`);
    const conversation = await converse(ctx, network, channel);
    if (record !== undefined) await writeFile(record, `${JSON.stringify(conversation, null, 2)}\n`);
    console.log(json ? JSON.stringify(conversation) : describe(network.rules.name, conversation));
    return conversation.steps.every(({ isOk }) => isOk) ? 0 : 1;
  } finally {
    await clients.close();
  }
}

function describe(name: string, { steps, unconfirmed, calls, missing }: Conversation): string {
  return [
    ...steps.map(({ name: step, isOk, saw }) => `${isOk ? 'ok     ' : 'FAILED '} ${step}: ${saw}`),
    ...(missing === undefined ? [] : [missing]),
    ...(steps.length === 0 && missing === undefined
      ? [`${name} offers nothing that can be asked without publishing.`]
      : []),
    ...(unconfirmed.length === 0 ? [] : ['', 'No page confirms these limits:', ...unconfirmed]),
    '',
    `${calls.length} calls. Nothing was published. --record FILE writes them without any value.`,
  ].join('\n');
}
