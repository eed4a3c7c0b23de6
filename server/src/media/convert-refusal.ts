/** What users are told about an image that cannot be made to fit. */

/** The message is for users. */
export class CannotFit extends Error {
  override readonly name = 'CannotFit';
}

export function tooSlow(): CannotFit {
  return new CannotFit('This image takes too long to convert. Make it smaller and add it again.');
}

/** Of a large image an upload decodes the header alone. */
export function damaged(): CannotFit {
  return new CannotFit('This image is damaged. Open it in an editor, export it and add the new file.');
}

/** Converted, it would stand still. */
export function animationUnfit(reason: string): CannotFit {
  return new CannotFit(`This image is animated, so it is not converted, and ${reason}.`);
}

export function typeUnfit(types: readonly string[]): CannotFit {
  return new CannotFit(
    `This image cannot be converted to any type that is taken (${types.join(', ')}). Use another image.`,
  );
}

export function shapeUnfit(width: number, height: number): CannotFit {
  return new CannotFit(
    `This image has ${width} × ${height} pixels, a shape that cannot be made small enough. Crop it and add it again.`,
  );
}

export function bytesUnfit(limit: number): CannotFit {
  return new CannotFit(`This image cannot be brought down to ${limit} bytes. Use a simpler image.`);
}
