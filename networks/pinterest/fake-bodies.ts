/** Reads large bodies as they arrive, and keeps only the hashes of the files in them. */
import { createHash } from 'node:crypto';

/** JSON in which the values of `data` and `cover_image_data` are files as Base64. They become their hashes. */
export class JsonBody {
  length = 0;
  #text = '';
  #rest = '';
  #hash: ReturnType<typeof createHash> | undefined;

  take(bytes: Uint8Array): void {
    this.length += bytes.length;
    this.#rest += Buffer.from(bytes).toString('latin1');
    while (this.#step());
  }

  /** Undefined if it is not JSON. */
  finish(): unknown {
    try {
      return JSON.parse(Buffer.from(this.#text + this.#rest, 'latin1').toString('utf8'));
    } catch {
      return undefined;
    }
  }

  /** False if more bytes are needed. */
  #step(): boolean {
    if (this.#hash !== undefined) return this.#takeFile();
    const begun = /"(?:cover_image_)?data":"/.exec(this.#rest);
    if (begun === null) return false;
    const end = begun.index + begun[0].length;
    this.#text += this.#rest.slice(0, end);
    this.#rest = this.#rest.slice(end);
    this.#hash = createHash('sha256');
    return true;
  }

  #takeFile(): boolean {
    const end = this.#rest.indexOf('"');
    const whole = end === -1 ? this.#rest.length - (this.#rest.length % 4) : end;
    this.#hash?.update(Buffer.from(this.#rest.slice(0, whole), 'base64'));
    this.#rest = this.#rest.slice(whole);
    if (end === -1) return false;
    this.#text += `sha256:${this.#hash?.digest('hex')}`;
    this.#hash = undefined;
    return true;
  }
}

/** A form of text fields and, at its end, one file. */
export class FormBody {
  readonly fields = new Map<string, string>();
  length = 0;
  /** Of the file. */
  mimeType = '';
  /** Bytes of the file. */
  size = 0;
  readonly #end: Buffer;
  readonly #hash = createHash('sha256');
  #rest = Buffer.alloc(0);
  #isFile = false;

  constructor(contentType: string) {
    const [, boundary = ''] = /^multipart\/form-data; boundary=(\S+)$/.exec(contentType) ?? [];
    this.#end = Buffer.from(`\r\n--${boundary}--\r\n`);
  }

  take(bytes: Uint8Array): void {
    this.length += bytes.length;
    this.#rest = Buffer.concat([this.#rest, bytes]);
    if (!this.#isFile) this.#takeFields();
    if (this.#isFile) this.#takeFile(this.#rest.length - this.#end.length);
  }

  /** The hash of the file; undefined if the form is not whole. */
  finish(): string | undefined {
    return this.#isFile && this.#rest.equals(this.#end) ? this.#hash.digest('hex') : undefined;
  }

  #takeFields(): void {
    const field = /^--\S+\r\nContent-Disposition: form-data; name="([^"]*)"\r\n\r\n([^\r]*)\r\n/;
    const file =
      /^--\S+\r\nContent-Disposition: form-data; name="file"; filename="[^"]+"\r\nContent-Type: (\S+)\r\n\r\n/;
    for (;;) {
      const text = this.#rest.subarray(0, 64 * 1024).toString('latin1');
      const found = field.exec(text) ?? file.exec(text);
      if (found === null) return;
      const [head, name = '', value] = found;
      this.#rest = this.#rest.subarray(head.length);
      if (value !== undefined) this.fields.set(name, value);
      else {
        this.#isFile = true;
        this.mimeType = name;
        return;
      }
    }
  }

  #takeFile(count: number): void {
    if (count <= 0) return;
    this.#hash.update(this.#rest.subarray(0, count));
    this.size += count;
    this.#rest = this.#rest.subarray(count);
  }
}
