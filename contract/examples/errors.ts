/** An example of every error. */
import { detail } from '../details.ts';
import { type ErrorCode, errors } from '../error.ts';
import type { ErrorBody } from '../error-body.ts';
import { rules, tower } from './channels.ts';

const noTarget = detail('targets', 'target_required');
const { value: limit, unit } = rules.limits['text.max'];
const measured = limit + 20;
const tooLong = `The ${rules.name} channel @${tower.username} allows at most ${limit} characters; this text has ${measured}.`;

const more: { [Code in ErrorCode]?: Partial<ErrorBody> } = {
  invalid: {
    message: noTarget.message,
    errors: { targets: [noTarget.message] },
    details: [noTarget],
  },
  limits_exceeded: {
    message: tooLong,
    errors: { 'targets.0.content': [tooLong] },
    violations: [
      {
        channel_id: tower.id,
        platform: tower.platform,
        target: 0,
        field: 'content',
        rule: 'text.max',
        measured,
        limit,
        unit,
        message: tooLong,
      },
    ],
  },
  confirm_resend_required: { details: { target_ids: [31] } },
  media_quota_exceeded: { details: { used: 10_737_418_240, quota: 10_737_418_240 } },
  link_refused: { errors: { url: [errors.link_refused.message] }, details: { reason: 'ADDRESS_REFUSED' } },
  wrong_account: {
    details: {
      channel: { id: '17', name: 'Tower', username: 'tower' },
      accounts: [{ id: '18', name: 'Mill', username: 'mill' }],
    },
  },
};

export function errorExample(code: ErrorCode): ErrorBody {
  return {
    message: errors[code].message,
    code,
    ...more[code],
    request_id: '58055e29-6a7d-41f9-ba09-89b376b332fe',
  };
}
