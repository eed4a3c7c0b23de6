/** Whom TLS trusts beside the authorities that Node knows. */
import { readFileSync } from 'node:fs';
import { createSecureContext, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Unfit } from './config-values.ts';

/** For all connections of this process that name no authority of their own. */
export function trustAlso(certificates: string): void {
  setDefaultCACertificates([...getCACertificates('default'), certificates]);
}

/** Node itself only warns of a file that it cannot use, and reads no .env. */
export function readCertificates(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Unfit(`is ${path}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  try {
    if (!text.includes('-----BEGIN CERTIFICATE-----')) throw new Error('none');
    createSecureContext({ ca: text });
  } catch {
    throw new Unfit(`is ${path}, which holds no certificates in the form of PEM.`);
  }
  return text;
}
