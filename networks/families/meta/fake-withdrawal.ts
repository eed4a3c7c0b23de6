/** Signs messages as Meta does. */
import { createHmac } from 'node:crypto';

/** A form field. `payload`: JSON, or its text. */
export function signRequest(payload: object | string, secret: string): string {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const encoded = Buffer.from(text).toString('base64url');
  return `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`;
}
