/** Checks servers: the one at PUBLIC_URL, those of the networks, and the mail server. */
import type { Clients } from '../outbound/index.ts';
import { bad, check, type Finding, ok, warn } from './finding.ts';

/** Seconds. */
const TIMEOUT = 10;

/** `client` may call any address, because the operator set PUBLIC_URL. */
export function checkPublicUrl(publicUrl: string, client: Clients): Promise<Finding> {
  const limits = 'Doctor cannot check whether other machines reach it.';
  return check(
    'public address',
    'Set PUBLIC_URL to the address at which browsers reach Belfry.',
    async () => {
      const answer = await client
        .of(publicUrl)({ method: 'GET', url: `${publicUrl}/health`, timeout: TIMEOUT })
        .catch(() => undefined);
      if (answer === undefined) {
        const advice = 'Check that the service runs and that PUBLIC_URL leads to it.';
        return warn(`No server answers at ${publicUrl} from this machine.`, advice);
      }
      const isOurs = answer.status === 200 && (answer.json as { status?: unknown })?.status === 'ok';
      if (isOurs) return ok(`Belfry answers at ${publicUrl}. ${limits}`);
      return bad(`A program other than Belfry answers at ${publicUrl}.`, 'Correct PUBLIC_URL, or the proxy.');
    },
  );
}

/** Any status counts as an answer, because the request has no access token. */
export function checkNetwork(platform: string, origin: string, clients: Clients): Promise<Finding> {
  const advice = 'Check the name, the firewall and OUTBOUND_ALLOW. Belfry cannot publish there meanwhile.';
  return check(`network ${platform}`, advice, async () => {
    const { status } = await clients.of(platform)({ method: 'GET', url: `${origin}/`, timeout: TIMEOUT });
    return ok(`${origin} answers (${status}).`);
  });
}

/** Connects and signs in, and sends no mail. */
export function checkMail(connect: (() => Promise<void>) | undefined): Promise<Finding> {
  return check(
    'mail',
    'Correct SMTP_URL, or wait for the server. Belfry keeps mail until it expires.',
    async () => {
      if (connect === undefined) return ok('SMTP_URL is not set, so Belfry sends no mail.');
      await connect();
      return ok(
        'The server of SMTP_URL answers, and accepts the user and the password if SMTP_URL has them.',
      );
    },
  );
}
