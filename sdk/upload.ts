/** The form of an upload, and its progress. */
import type { Answer } from './contract.ts';

export interface UploadOptions {
  /** Default: the name of the file. */
  name?: string;
  altText?: string;
  /**
   * Called with the bytes of the file that were handed over to be sent, and with all its bytes. Browsers cannot stream
   * a request over HTTP/1.1, so there it is called at the beginning and at the end only.
   */
  onProgress?: (sent: number, total: number) => void;
  signal?: AbortSignal;
}

export interface Form {
  body: NonNullable<RequestInit['body']>;
  headers?: Record<string, string>;
  /** Required for a body that is a stream. */
  duplex?: 'half';
}

export async function upload(
  send: (form: Form) => Promise<Answer<'uploadMedia'>>,
  file: Blob | ArrayBuffer | Uint8Array<ArrayBuffer>,
  { name, altText, onProgress }: UploadOptions,
): Promise<Answer<'uploadMedia'>> {
  const blob = file instanceof Blob ? file : new Blob([file]);
  const form = new FormData();
  if (altText !== undefined) form.append('alt_text', altText);
  form.append('file', blob, name ?? (blob instanceof File ? blob.name : 'file'));
  onProgress?.(0, blob.size);
  const answer = await send(
    onProgress === undefined || isBrowser() ? { body: form } : stream(form, blob.size, onProgress),
  );
  onProgress?.(blob.size, blob.size);
  return answer;
}

/** The other bytes of the form are few, so its bytes count as those of the file. */
function stream(form: FormData, total: number, onProgress: (sent: number, total: number) => void): Form {
  const { body, headers } = new Response(form);
  let sent = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      sent += piece.length;
      if (sent < total) onProgress(sent, total);
      controller.enqueue(piece);
    },
  });
  return {
    body: (body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(counter),
    headers: { 'content-type': headers.get('content-type') ?? '' },
    duplex: 'half',
  };
}

/** Only browsers call themselves Mozilla. */
function isBrowser(): boolean {
  return globalThis.navigator?.userAgent.startsWith('Mozilla/') ?? false;
}
