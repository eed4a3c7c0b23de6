/** Reads the bodies that fakes receive as `multipart/form-data`. */

export interface ReceivedPart {
  name: string;
  /** Undefined for a text field. */
  filename: string | undefined;
  mimeType: string | undefined;
  content: Buffer;
}

/** Empty if the body is not of this type. */
export function readMultipart(body: Buffer, contentType: string): ReceivedPart[] {
  const boundary = contentType.match(/^multipart\/form-data; boundary=(.*)$/)?.[1];
  if (boundary === undefined) return [];
  const parts = body.toString('latin1').split(`--${boundary}`).slice(1, -1);
  return parts.map((part) => {
    const end = part.indexOf('\r\n\r\n');
    const header = part.slice(2, end);
    return {
      name: header.match(/; name="([^"]*)"/)?.[1] ?? '',
      filename: header.match(/filename="([^"]*)"/)?.[1],
      mimeType: header.match(/content-type: (.*)/i)?.[1],
      content: Buffer.from(part.slice(end + 4, -2), 'latin1'),
    };
  });
}
