/** The files that one channel shows of a post, and the version of the post that its network checks. */
import { type ImageBounds, type ImageFit, imageBoundsOf } from '@belfry/networks/core/images.ts';
import type { JsonObject, JsonSchema } from '@belfry/networks/core/json.ts';
import { type LimitSource, limitsFor, type Version } from '@belfry/networks/core/limits.ts';
import { listNamedFiles } from '@belfry/networks/core/named-files.ts';
import { type VideoBounds, videoBoundsOf } from '@belfry/networks/core/videos.ts';
import { factsOf } from './present.ts';
import type { MediaRow, PostFiles } from './store.ts';

/** The fields of a target that decide which files it shows, and how. */
export interface FilesTarget {
  settings: JsonObject;
  /** Its own files. Null: those of the post. */
  media_ids: readonly number[] | null;
  image_fit: ImageFit;
}

export interface TargetFiles {
  /** In order. */
  media: readonly MediaRow[];
  /** Those that its settings name, by id. `field` is the path of the first setting that names the file. */
  named: ReadonlyMap<number, { row: MediaRow; field: string }>;
}

/** `schema`: that of the network's settings. Leaves out files that do not exist. */
export function filesOf(
  { settings, media_ids }: Pick<FilesTarget, 'settings' | 'media_ids'>,
  { own, named }: PostFiles,
  schema: JsonSchema = {},
): TargetFiles {
  const bySettings: [number, { row: MediaRow; field: string }][] = [];
  for (const { id, field } of listNamedFiles(schema, settings)) {
    const row = named.get(id);
    if (row !== undefined) bySettings.push([id, { row, field: `settings.${field}` }]);
  }
  return {
    media: media_ids === null ? own : media_ids.flatMap((id) => named.get(id) ?? []),
    // The first setting wins, since the last entry of a map does.
    named: new Map(bySettings.reverse()),
  };
}

/** The ids of all files that a target names. */
export function listTargetFiles(
  { settings, media_ids }: Pick<FilesTarget, 'settings' | 'media_ids'>,
  schema: JsonSchema,
): number[] {
  return [...(media_ids ?? []), ...listNamedFiles(schema, settings).map(({ id }) => id)];
}

export function versionOf(
  text: string,
  { settings, image_fit }: Pick<FilesTarget, 'settings' | 'image_fit'>,
  { media, named }: TargetFiles,
): Version {
  const files = new Map([...named].map(([id, { row }]) => [id, factsOf(row)]));
  return { text, settings, media: media.map(factsOf), files, imageFit: image_fit };
}

/** Within these a network accepts files. */
export interface FileBounds {
  image: ImageBounds;
  video: VideoBounds;
}

/** The bounds for the files of a target, which depend on the format of its version. */
export function boundsFor(
  text: string,
  target: FilesTarget,
  shown: TargetFiles,
  { rules, account }: Pick<LimitSource, 'rules' | 'account'>,
): FileBounds {
  const version = versionOf(text, target, shown);
  const limits = limitsFor(rules, account, version);
  return { image: imageBoundsOf(limits, version.imageFit), video: videoBoundsOf(limits) };
}
