/** Names, addresses, passwords, codes and tokens, as people enter them. */
import { Line, Text } from './shapes.ts';
import { Type } from './type.ts';

/** The name of a person, a workspace, a key or a passkey. */
export const NameIn = Line({ minLength: 1, maxLength: 100 });
export const EmailIn = Type.String({ format: 'email-address', maxLength: 254 });
export const NewPassword = Text({ minLength: 10, maxLength: 200 });
export const Password = Text({ minLength: 1, maxLength: 200 });
export const Code = Text({ minLength: 1, maxLength: 40 });
/** The token of a link that was mailed or passed on. */
export const Token = Text({ minLength: 1, maxLength: 200 });
export const TimeZoneIn = Type.String({ format: 'time-zone', maxLength: 64 });

/** Proof of identity. Required to add a way to sign in, because that way later needs no password and no code. */
export const proof = {
  password: Type.Optional({
    ...Password,
    description:
      'Required if the person has a password. If not, the last sign-in must be at most ten minutes old.',
  }),
  code: Type.Optional({
    ...Code,
    description:
      'From the authenticator app, or a recovery code. Required if two-factor authentication is on.',
  }),
};
