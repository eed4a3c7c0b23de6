import { at, CREATED, type Examples } from './example.ts';

const profile = {
  id: 1,
  name: 'Ada',
  email: 'ada@example.org',
  email_verified: true,
  language: 'en' as const,
  time_zone: null,
};
export const self = {
  user: { ...profile, two_factor: false, has_password: true },
  session: { id: 8 },
  workspaces: [{ id: 1, name: 'Tower', time_zone: 'Europe/Berlin', role: 'owner' as const }],
  workspace_id: 1,
};
const session = {
  id: 8,
  created_at: CREATED,
  last_used_at: at('08:59:00'),
  user_agent: 'Mozilla/5.0',
  address: '203.0.113.7',
  current: true,
};
const passkey = { id: 6, name: 'Phone', created_at: CREATED, last_used_at: null };
const identity = {
  id: 5,
  issuer: 'https://id.example',
  email: 'ada@example.org',
  created_at: CREATED,
  last_used_at: at('08:59:00'),
};
const credential = { id: 'Ym9ic2tleQ', rawId: 'Ym9ic2tleQ', type: 'public-key' as const };
const authorize = { data: { authorize_url: 'https://id.example/authorize?state=x7f2' } };
const password = 'correct horse battery';
const newPassword = 'a longer one, and new';

const sessionExamples = {
  signIn: { body: { email: 'ada@example.org', password }, answer: { data: self } },
  getSession: { answer: { data: self } },
  signOut: {},
  listSessions: { answer: { data: [session] } },
  endSession: { params: { id: 8 } },
  changePassword: { body: { current: password, password: newPassword } },
  requestPasswordReset: { body: { email: 'ada@example.org' } },
  usePasswordReset: { body: { token: 'x7f2k9', password: newPassword } },
  beginTwoFactor: {
    body: { password },
    answer: {
      data: {
        secret: 'JBSWY3DPEHPK3PXP',
        otpauth_url: 'otpauth://totp/Belfry:ada@example.org?secret=JBSWY3DPEHPK3PXP',
      },
    },
  },
  confirmTwoFactor: { body: { code: '123456' }, answer: { data: { recovery_codes: ['k3x9-7f2q'] } } },
  endTwoFactor: { body: { code: '123456' } },
  updateProfile: { body: { name: 'Ada', language: 'en' }, answer: { data: profile } },
  changeEmail: { body: { email: 'ada@example.net', password }, answer: { data: { link_sent: true } } },
  confirmEmail: { body: { token: 'x7f2k9' } },
} satisfies Partial<Examples>;

const waysInExamples = {
  beginPasskey: {
    body: { password },
    answer: { data: { challenge: 'x7f2k9', rp: { id: 'belfry.example.com', name: 'Belfry' } } },
  },
  addPasskey: {
    body: {
      name: 'Phone',
      response: {
        ...credential,
        response: { clientDataJSON: 'eyJ0eXBlIjoi', attestationObject: 'o2NmbXRk' },
      },
    },
    answer: { data: passkey },
  },
  listPasskeys: { answer: { data: [passkey] } },
  updatePasskey: { params: { id: 6 }, body: { name: 'Phone' }, answer: { data: passkey } },
  deletePasskey: { params: { id: 6 } },
  beginPasskeySignIn: { answer: { data: { challenge: 'x7f2k9', rpId: 'belfry.example.com' } } },
  signInWithPasskey: {
    body: {
      response: {
        ...credential,
        response: { clientDataJSON: 'eyJ0eXBlIjoi', authenticatorData: 'SZYN5YgO', signature: 'MEUCIQCd' },
      },
    },
    answer: { data: self },
  },
  listWaysIn: { answer: { data: { password: true, passkey: true, openid: { name: 'Example' } } } },
  goToOpenId: { query: { return_to: '/posts' } },
  beginOpenId: { body: { return_to: '/posts' }, answer: authorize },
  finishOpenId: { query: { code: 'k9x7', state: 'x7f2' } },
  listIdentities: { answer: { data: [identity] } },
  beginIdentity: { body: { password, return_to: '/posts' }, answer: authorize },
  deleteIdentity: { params: { id: 5 } },
} satisfies Partial<Examples>;

export const peopleExamples = { ...sessionExamples, ...waysInExamples };
