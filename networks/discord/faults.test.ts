import { answer, body, listRefusals, sharedAnswers } from '../families/discord/testing/answers.ts';
import { describeFaults } from '../testing/fault-tables.ts';
import { faults } from './faults.ts';

const reconnect = { kind: 'reconnect' } as const;
const operators = { kind: 'throttled', retryAfter: 900, scope: 'app', cause: 'operator' } as const;

describeFaults({
  table: faults,
  body,
  answers: {
    ...sharedAnswers,
    ...listRefusals({
      'a message that was deleted': [404, 10008],
      'a reply without the right to read': [403, 160002],
      'a message in a forum': [400, 40058],
      'a message of another kind of channel': [400, 50024],
      'a file that is too large': [400, 50045],
    }),
    'a token that the operator has reset': [
      answer(401, 0, '401: Unauthorized'),
      {
        ...operators,
        message:
          'Discord no longer accepts the token of the bot. The operator must correct it. 401: Unauthorized',
      },
    ],
    'a deleted channel': [answer(404, 10003), reconnect],
    'a server that the bot has left': [answer(404, 10004), reconnect],
    'a channel that the bot cannot see': [answer(403, 50001), reconnect],
    'a channel in which the bot cannot post': [answer(403, 50013), reconnect],
  },
});
