import { answer, body, listRefusals, sharedAnswers } from '../families/discord/testing/answers.ts';
import { describeFaults } from '../testing/fault-tables.ts';
import { faults } from './faults.ts';

const reconnect = { kind: 'reconnect' } as const;

describeFaults({
  table: faults,
  body,
  answers: {
    ...sharedAnswers,
    ...listRefusals({
      'a forum without a title': [400, 220001],
      'a title and a thread': [400, 220002],
      'a title in a text channel': [400, 220003],
      'a forum without webhooks': [400, 220004],
    }),
    'a deleted webhook': [
      answer(404, 10015, 'Unknown Webhook'),
      {
        ...reconnect,
        networkCode: '10015',
        message:
          'Discord no longer knows this webhook. Create a new one, and connect the channel with it. Unknown Webhook',
      },
    ],
    'a wrong token': [answer(401, 50027), reconnect],
    'a call without rights': [answer(401, 40001), reconnect],
    'a 401 without a code': [{ status: 401 }, reconnect],
    'a deleted channel': [answer(404, 10003), reconnect],
    'a deleted server': [answer(404, 10004), reconnect],
    'a channel that the webhook cannot see': [answer(403, 50001), reconnect],
    'a channel in which the webhook cannot post': [answer(403, 50013), reconnect],
  },
});
