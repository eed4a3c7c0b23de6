/** How Discord's error answers to a bot become faults: https://docs.discord.com/developers/topics/opcodes-and-status-codes (2026-11-22). */
import { awaitsOperator } from '../core/operator.ts';
import { makeFaults, reject } from '../families/discord/faults.ts';

export const { faults, faultOf } = makeFaults([
  // Ten thousand such answers in ten minutes ban this machine, so all calls wait.
  {
    status: 401,
    ...awaitsOperator,
    hint: 'Discord no longer accepts the token of the bot. The operator must correct it.',
  },
  {
    code: ['10003', '10004'],
    means: 'reconnect',
    hint: 'The channel no longer exists, or the bot has left its server. Connect it again.',
  },
  {
    code: ['50001', '50013'],
    means: 'reconnect',
    hint: 'Discord does not allow the bot to do this. Give it its permissions, then connect the channel again.',
  },
  reject('10008', 'The message that this one needs no longer exists.'),
  reject('160002', 'The bot needs the permission to read the message history, to reply.'),
  reject(['40058', '50024'], 'This kind of channel does not take such a message.'),
  reject('50045', 'The files are larger than Discord allows.'),
]);
