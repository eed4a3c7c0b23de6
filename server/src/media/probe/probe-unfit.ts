/** Sentences for users about a file that is not accepted: what it is, what is accepted, and what to do. */

/** The message is for users. */
export class UnfitFile extends Error {
  override readonly name = 'UnfitFile';
}

export type Allowed = 'images' | 'images and videos';

const images = 'JPEG, PNG, WebP and GIF images';

export function unsupportedType(found: string, allow: Allowed): UnfitFile {
  const accepted = allow === 'images' ? images : `${images} and MP4, MOV, WebM and MKV videos`;
  return new UnfitFile(`This is ${found}. Only ${accepted} are accepted. Convert it and add it again.`);
}

export function acceptedByLinkOnly(found: string): UnfitFile {
  return new UnfitFile(
    `This is ${found}. Only images are accepted here. Add it from a link, with POST /api/public/v1/media/from-url.`,
  );
}

export function cutShort(format: string): UnfitFile {
  return new UnfitFile(`This ${format} file is cut short. Add the complete file.`);
}

export function unreadable(format: string): UnfitFile {
  return new UnfitFile(
    `This ${format} file is damaged and cannot be read. Open it in an editor, export it and add the new file.`,
  );
}

export function tooManyParts(format: string, max: number): UnfitFile {
  return new UnfitFile(`This ${format} file has more than ${max} parts. Convert it and add it again.`);
}

/** Attackers hide scripts and archives in other files. Broken tools save such files too, so the sentence is neutral. */
export function carriesMore(format: string, what: string): UnfitFile {
  return new UnfitFile(
    `This ${format} file also contains ${what}, which is not accepted. Open it in an editor, export it and add the new file.`,
  );
}
