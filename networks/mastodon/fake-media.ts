/** Files uploaded to the fake. */
import type { FakeRequest, FakeResponse } from '../testing/fake-server.ts';
import { answer, refuse } from './fake-answers.ts';

interface FakeFile {
  id: string;
  name: string;
  mimeType: string;
  description: string | null;
  bytes: string;
  /** Polls that still get 206. */
  pollsLeft: number;
}

export class FakeMedia {
  readonly files = new Map<string, FakeFile>();
  /** For how many polls a file uploaded from now on is in processing; 0: it is ready at once. */
  processing = 0;
  /** Supports only the v1 endpoint, like Mastodon before 3.1.3. */
  isOld = false;
  /** The processing of every file fails. */
  isBroken = false;

  upload({ body, headers, path }: FakeRequest): FakeResponse {
    if (this.isOld && path === '/api/v2/media') return refuse(404, 'Record not found');
    const parts = parseMultipart(body.toString('latin1'), headers['content-type'] ?? '');
    const file = parts.find(({ header }) => header.includes('name="file"'));
    if (file === undefined) return refuse(422, "Validation failed: File can't be blank");
    const id = String(9000 + this.files.size);
    const description = parts.find(({ header }) => header.includes('name="description"'))?.content;
    this.files.set(id, {
      id,
      name: file.header.match(/filename="([^"]*)"/)?.[1] ?? '',
      mimeType: file.header.match(/content-type: (.*)/i)?.[1] ?? '',
      description: description === undefined ? null : Buffer.from(description, 'latin1').toString(),
      bytes: file.content,
      pollsLeft: this.processing,
    });
    return this.processing > 0 ? answer({ id, url: null }, 202) : answer({ id, url: `/media/${id}` });
  }

  poll(id: string): FakeResponse {
    const file = this.files.get(id);
    if (file === undefined) return refuse(404, 'Record not found');
    if (this.isBroken) return refuse(422, 'Error processing thumbnail for uploaded media');
    if (file.pollsLeft === 0) return answer({ id, url: `/media/${id}` });
    file.pollsLeft -= 1;
    return answer({ id, url: null }, 206);
  }

  isReady(id: string): boolean {
    return this.files.get(id)?.pollsLeft === 0;
  }
}

function parseMultipart(body: string, contentType: string): { header: string; content: string }[] {
  const boundary = contentType.match(/boundary=(.*)$/)?.[1];
  const parts = body.split(`--${boundary}`).slice(1, -1);
  return parts.map((part) => {
    const end = part.indexOf('\r\n\r\n');
    return { header: part.slice(2, end), content: part.slice(end + 4, -2) };
  });
}
