/** Sentences for users about a file that cannot be converted for a network. */

/** The message is for users. */
export class CannotFit extends Error {
  override readonly name = 'CannotFit';
}

export function tooSlow(): CannotFit {
  return new CannotFit('This image takes too long to convert. Make it smaller and add it again.');
}

/** Possible after an upload, which decodes only the header of a large image. */
export function damaged(): CannotFit {
  return new CannotFit('This image is damaged. Open it in an editor, export it and add the new file.');
}

/** A conversion would keep only the first frame. */
export function animationUnfit(reason: string): CannotFit {
  return new CannotFit(`This image is animated, so it is not converted, and ${reason}.`);
}

export function typeUnfit(types: readonly string[]): CannotFit {
  return new CannotFit(
    `This image cannot be converted to an accepted type (${types.join(', ')}). Use another image.`,
  );
}

export function shapeUnfit(width: number, height: number): CannotFit {
  return new CannotFit(
    `This image has ${width} × ${height} pixels, a shape that cannot be made small enough. Crop it and add it again.`,
  );
}

export function tooSmall(width: number, height: number, least: number): CannotFit {
  return new CannotFit(
    `This image would have ${width} × ${height} pixels, but its shorter side needs ${least}. Belfry does not enlarge images. Use a larger one.`,
  );
}

export function bytesUnfit(limit: number): CannotFit {
  return new CannotFit(`This image cannot be reduced to ${limit} bytes. Use a simpler image.`);
}
