import type { IncomingMessage } from 'node:http';
import { ServerResponse } from 'node:http';

export const NOSNIFF = ['X-Content-Type-Options', 'nosniff'] as const;

/** No answer lets a browser guess its type. In Node's class, since Node itself answers some requests. */
export class Response<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  constructor(...about: ConstructorParameters<typeof ServerResponse<Request>>) {
    super(...about);
    this.setHeader(...NOSNIFF);
  }
}
