/** Looks at what is outside: who answers at our own address, the networks' servers, the server for mail. */
import type { Clients } from '../outbound/clients.ts';
import { bad, type Finding, look, ok, warn } from './finding.ts';

const SECONDS = 10;

/** `origin` is what the operator set, so that `ask` may reach it whatever its address is. */
export function lookAtPublicUrl(publicUrl: string, ask: Clients): Promise<Finding> {
  const limits = 'This machine cannot tell whether others reach it.';
  return look('public address', 'Set PUBLIC_URL to where browsers find Belfry.', async () => {
    const answer = await ask
      .of(publicUrl)({ method: 'GET', url: `${publicUrl}/health`, timeout: SECONDS })
      .catch(() => undefined);
    if (answer === undefined) {
      const advice = 'Is the service running, and does PUBLIC_URL lead to it?';
      return warn(`Nobody answers at ${publicUrl} from here.`, advice);
    }
    const isOurs = answer.status === 200 && (answer.json as { status?: unknown })?.status === 'ok';
    if (isOurs) return ok(`Belfry answers at ${publicUrl}. ${limits}`);
    return bad(`Something else than Belfry answers at ${publicUrl}.`, 'Correct PUBLIC_URL, or the proxy.');
  });
}

/** Any answer will do: without a token a server has nothing else to say. */
export function lookAtNetwork(platform: string, origin: string, clients: Clients): Promise<Finding> {
  const advice = 'Check the name, the firewall and OUTBOUND_ALLOW: nothing can be published there meanwhile.';
  return look(`network ${platform}`, advice, async () => {
    const { status } = await clients.of(platform)({ method: 'GET', url: `${origin}/`, timeout: SECONDS });
    return ok(`${origin} answers (${status}).`);
  });
}

/** Greets and signs in, and sends nothing. */
export function lookAtMail(greet: (() => Promise<void>) | undefined): Promise<Finding> {
  return look(
    'mail',
    'Correct SMTP_URL, or wait for the server: mail is kept until it is of no use.',
    async () => {
      if (greet === undefined) return ok('No SMTP_URL is set: no mail is sent.');
      await greet();
      return ok('The server of SMTP_URL greets, and takes the user and the password if there are any.');
    },
  );
}
