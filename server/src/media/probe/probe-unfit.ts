/** Sentences for users about a file that is not accepted: what it is, what is accepted, and what to do. */

/** The message is for users. */
export class UnfitFile extends Error {
  override readonly name = 'UnfitFile';
}

/** `stored`: what a library may have, because an earlier release took it. */
export type Allowed = 'images' | 'images and videos' | 'stored';

const images = 'JPEG, PNG, WebP and GIF images';

export function unsupportedType(found: string, allow: Allowed): UnfitFile {
  const accepted = allow === 'images' ? images : `${images} and MP4, MOV and WebM videos`;
  return new UnfitFile(`This is ${found}. Only ${accepted} are accepted. Convert it and add it again.`);
}

export function acceptedByLinkOnly(found: string): UnfitFile {
  return new UnfitFile(
    `This is ${found}. Only images are accepted here. Add it from a link, with POST /api/public/v1/media/from-url.`,
  );
}

/** Its codecs are those of the other types, so that no quality is lost. */
export function notAsMkv(allow: Allowed): UnfitFile {
  const again = allow === 'images' ? 'add that from a link' : 'add that';
  return new UnfitFile(
    `This is an MKV video, which is not accepted. Rewrap it as MP4, such as with “ffmpeg -i film.mkv -c copy film.mp4”, and ${again}.`,
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
