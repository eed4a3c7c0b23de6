/** The authenticator app of a person who signs in with two factors. */
import { TOTP, URI } from 'otpauth';

/** Returns the code that the app shows at a time. `otpauthUrl` is the address in the QR code. */
export function openAuthenticatorApp(otpauthUrl: string): (at: Date) => string {
  const app = URI.parse(otpauthUrl);
  if (!(app instanceof TOTP)) throw new Error('the address is not one of an authenticator app');
  return (at) => app.generate({ timestamp: at.getTime() });
}
