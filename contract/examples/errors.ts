/** An example of every error. */

import type { ErrorCode } from '../error.ts';
import { errors } from '../error.ts';
import type { ErrorBody } from '../error-body.ts';

const more: { [Code in ErrorCode]?: Partial<ErrorBody> } = {
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
