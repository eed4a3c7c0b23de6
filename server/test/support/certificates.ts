/** A private certificate authority, and its certificate for `localhost`. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Certificates {
  /** Path of the authority's certificate. */
  authority: string;
  /** Paths of the server's files. */
  certFile: string;
  keyFile: string;
  cert: Buffer;
  key: Buffer;
}

export async function makeCertificates(directory: string): Promise<Certificates> {
  await mkdir(directory, { recursive: true });
  const at = (name: string) => join(directory, name);
  const openssl = (...args: string[]) => run('openssl', args, { cwd: directory });
  const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  await openssl(
    'req',
    '-x509',
    ...fresh,
    '-days',
    '2',
    '-subj',
    '/CN=Tower',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
  );
  await openssl('req', ...fresh, '-subj', '/CN=localhost', '-keyout', 'key.pem', '-out', 'ask.pem');
  await writeFile(at('names'), 'subjectAltName=DNS:localhost\n');
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names', '-days', '2'];
  await openssl('x509', '-req', '-in', 'ask.pem', ...signing, '-out', 'cert.pem');
  await chmod(at('key.pem'), 0o600);
  return {
    authority: at('ca.pem'),
    certFile: at('cert.pem'),
    keyFile: at('key.pem'),
    cert: await readFile(at('cert.pem')),
    key: await readFile(at('key.pem')),
  };
}
