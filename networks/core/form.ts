/** Requests with files, as `multipart/form-data`. Files are read while they are sent. */
import { type HttpRequest, secondsToSend } from './http.ts';
import { encodeMultipart, type FilePart } from './multipart.ts';
import type { Media } from './network.ts';

/** What a request needs to send a body. */
export type Form = Pick<HttpRequest, 'body' | 'timeout'> & { headers: Record<string, string> };

/** Text fields and files, in this order. */
export function encodeForm(fields: Record<string, string>, ...files: FilePart[]): Form {
  const { contentType, length, body } = encodeMultipart(fields, ...files);
  const headers = { 'content-type': contentType, 'content-length': String(length) };
  return { headers, body, timeout: secondsToSend(length) };
}

/** A whole file; `field` is its name in the form. */
export function filePart(field: string, { name, mimeType, size, open }: Media): FilePart {
  return { field, name, mimeType, size, bytes: open() };
}
