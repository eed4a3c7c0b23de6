/** How Discord's error answers to a webhook become faults: https://docs.discord.com/developers/topics/opcodes-and-status-codes (2026-11-21). */
import { makeFaults, reject } from '../families/discord/faults.ts';

const gone = 'Discord no longer knows this webhook. Create a new one, and connect the channel with it.';
const forbidden =
  'Discord does not allow this webhook to post here. Check its channel, then connect it again.';

export const { faults, faultOf } = makeFaults([
  // A call to a webhook that does not exist counts toward a ban of this machine, so nothing calls it again.
  { code: ['10015', '50027', '40001'], means: 'reconnect', hint: gone },
  { code: ['10003', '10004'], means: 'reconnect', hint: 'The channel of this webhook no longer exists.' },
  { code: ['50001', '50013'], means: 'reconnect', hint: forbidden },
  { status: 401, means: 'reconnect', hint: gone },
  reject('220001', 'Posts to a forum channel need a title or a thread.'),
  reject('220002', 'A post has either a title or a thread, not both.'),
  reject('220003', 'Only forum and media channels have titles. Remove the title.'),
  reject('220004', 'Webhooks cannot post to this forum channel.'),
]);
