/** Certificate authorities that TLS trusts in addition to those of Node. */
import { readFileSync } from 'node:fs';
import { createSecureContext, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { InvalidVariable } from '../base/config-values.ts';

/** Applies to all connections of this process that do not name an authority themselves. */
export function addTrustedAuthorities(certificates: string): void {
  setDefaultCACertificates([...getCACertificates('default'), certificates]);
}

/** Throws {@link InvalidVariable}. Node itself would only warn about an unusable file, and does not read .env. */
export function readCertificates(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new InvalidVariable(`is ${path}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  try {
    if (!text.includes('-----BEGIN CERTIFICATE-----')) throw new Error('none');
    createSecureContext({ ca: text });
  } catch {
    throw new InvalidVariable(`is ${path}, which has no certificates in PEM format.`);
  }
  return text;
}
