/** What users are told about a file that is not taken: what was found, what is taken, what to do. */

/** The message is for users. */
export class UnfitFile extends Error {
  override readonly name = 'UnfitFile';
}

export type Allowed = 'images' | 'images and videos';

const images = 'JPEG, PNG, WebP and GIF images';

export function notTaken(found: string, allow: Allowed): UnfitFile {
  const taken = allow === 'images' ? images : `${images} and MP4, MOV and WebM videos`;
  return new UnfitFile(`This is ${found}; only ${taken} are taken. Convert it and add it again.`);
}

export function byLinkOnly(found: string): UnfitFile {
  return new UnfitFile(
    `This is ${found}; only images are taken here. Add it from a link, with POST /api/public/v1/media/from-url.`,
  );
}

export function cutShort(format: string): UnfitFile {
  return new UnfitFile(`This ${format} file is cut short: it ends too early. Add the complete file again.`);
}

export function unreadable(format: string): UnfitFile {
  return new UnfitFile(
    `This ${format} file is damaged and cannot be read. Open it in an editor, export it and add the new file.`,
  );
}

export function tooManyParts(format: string, most: number): UnfitFile {
  return new UnfitFile(`This ${format} file has more than ${most} parts. Convert it and add it again.`);
}

/** One file that is two kinds is how scripts and archives get past a check; but also how broken tools save. */
export function carriesMore(format: string, what: string): UnfitFile {
  return new UnfitFile(
    `This ${format} file also contains ${what}, which is not taken. Open it in an editor, export it and add the new file.`,
  );
}
