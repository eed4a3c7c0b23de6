/** The headers of tus 1.0. */
import type { IncomingHttpHeaders } from 'node:http';
import { MAX_RESUMABLE, TUS_VERSION, type Upload } from '@belfry/contract/uploads.ts';
import { Problem } from '../../base/problem.ts';
import { checkFields } from '../arrival/arrival.ts';
import { defaultName } from '../library/names.ts';

const version = { 'tus-resumable': TUS_VERSION };

/** Also accepts requests without a version, since programs without a library for tus ask only for the offset. */
export function requireVersion(headers: IncomingHttpHeaders): void {
  const { 'tus-resumable': asked = TUS_VERSION } = headers;
  if (asked === TUS_VERSION) return;
  throw new Problem('tus_version', { headers: { ...version, 'tus-version': TUS_VERSION } });
}

export interface Announced {
  size: number;
  name: string;
  altText: string | null;
}

/** What the client announces when it begins an upload. */
export function readAnnounced(headers: IncomingHttpHeaders): Announced {
  const size = readNumber(headers, 'upload-length');
  if (size === 0) throw malformed('The file is empty. Upload-Length must be at least 1.');
  if (size > MAX_RESUMABLE) {
    throw new Problem('file_too_large', {
      message: `The file has more than ${MAX_RESUMABLE} bytes (512 MB).`,
      headers: { 'tus-max-size': `${MAX_RESUMABLE}` },
    });
  }
  const { filename = '', alt_text } = readMetadata(headers['upload-metadata']);
  const fields = checkFields(alt_text === undefined ? {} : { alt_text });
  return { size, name: defaultName(filename), altText: fields.alt_text || null };
}

/** Bytes. */
export function readOffset(headers: IncomingHttpHeaders): number {
  return readNumber(headers, 'upload-offset');
}

function readNumber(headers: IncomingHttpHeaders, name: 'upload-length' | 'upload-offset'): number {
  const text = `${headers[name]}`;
  if (/^(0|[1-9]\d{0,14})$/.test(text)) return Number(text);
  const title = name === 'upload-length' ? 'Upload-Length' : 'Upload-Offset';
  throw malformed(`The header ${title} must be a number of bytes.`);
}

/** Ignores keys that Belfry does not know, as tus demands. */
function readMetadata(header: string | string[] | undefined): { filename?: string; alt_text?: string } {
  const known: { filename?: string; alt_text?: string } = {};
  for (const pair of `${header ?? ''}`.split(',')) {
    const [key = '', value = ''] = pair.trim().split(' ');
    if (key === 'filename' || key === 'alt_text') known[key] = decode(value);
  }
  return known;
}

function decode(value: string): string {
  const bytes = Buffer.from(value, 'base64');
  const text = bytes.toString();
  if (Buffer.from(text).equals(bytes)) return text;
  throw malformed('Upload-Metadata has a value that is not UTF-8 in Base64.');
}

export function malformed(message: string): Problem {
  return new Problem('bad_request', { message });
}

/** With the address of the upload. */
export function headersOfNew(upload: Upload): Record<string, string> {
  return { ...version, location: `/api/v1/uploads/${upload.id}`, ...expiryOf(upload) };
}

export function headersOf(upload: Upload): Record<string, string> {
  return {
    ...version,
    'upload-offset': `${upload.offset}`,
    'upload-length': `${upload.size}`,
    ...expiryOf(upload),
    ...(upload.media_id !== null && { 'belfry-media-id': `${upload.media_id}` }),
  };
}

export function headersOfEnded(): Record<string, string> {
  return version;
}

function expiryOf({ expires_at }: Upload): Record<string, string> {
  return { 'upload-expires': new Date(expires_at).toUTCString() };
}
