/** Parts that the keys and grants of networks with apps share. */
import { refuse } from './fault.ts';
import type { JsonSchema } from './json.ts';
import type { Caller } from './network.ts';

/** Schema of an app's id; `title` is the network's own word for it. */
export const appId = <const Title extends string, const Code extends string>(title: Title, code: Code) =>
  ({ type: 'string', title, 'x-code': code, minLength: 1, maxLength: 300 }) as const;

/** Schema of a secret of the app, which is never shown again. */
export const appSecret = <const Title extends string, const Code extends string>(title: Title, code: Code) =>
  ({ ...appId(title, code), format: 'password', writeOnly: true }) as const;

/** Schema of a grant whose access token is renewed with a refresh token. */
export const rotatingGrant = {
  type: 'object',
  properties: {
    access: { type: 'string', writeOnly: true },
    refresh: { type: 'string', writeOnly: true },
  },
  required: ['access', 'refresh'],
} as const satisfies JsonSchema;

/** The values of the operator's app. Throws `rejected` if there are none yet. `what`: "an app at X". */
export function requireApp<App>({ app }: Pick<Caller<App>, 'app'>, what: string): App {
  if (app !== undefined) return app;
  throw refuse(`The operator of this installation has not registered ${what} yet.`);
}
