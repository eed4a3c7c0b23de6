import { type IncomingMessage, ServerResponse } from 'node:http';

export const NOSNIFF = ['X-Content-Type-Options', 'nosniff'] as const;

/** Forbids browsers to guess the type of any answer. A subclass, since Node itself answers some requests. */
export class Response<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  constructor(...options: ConstructorParameters<typeof ServerResponse<Request>>) {
    super(...options);
    this.setHeader(...NOSNIFF);
  }
}
