/** Addresses of thumbnails, made from what a file says of itself. */

/** In pixels. A few sizes only, so that each thumbnail is made once and then reused. */
export const thumbnailWidths = [160, 320, 640, 1280] as const;

export type ThumbnailWidth = (typeof thumbnailWidths)[number];

/** A picture in short form. Of one id, pictures of the same version have the same bytes. */
export interface ThumbnailOf {
  id: number;
  version: string;
}

/** A path whose answer never changes, so browsers keep it. It names the workspace, since pictures carry no header. */
export function addressThumbnail(
  { id, version }: ThumbnailOf,
  workspace: number,
  width?: ThumbnailWidth,
): string {
  const path = `/api/v1/media/${id}/thumbnail?workspace=${workspace}&v=${version}`;
  return width === undefined ? path : `${path}&width=${width}`;
}
