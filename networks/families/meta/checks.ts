/** What the networks of Meta refuse, and the shared check cannot express. Safe for the browser. */
import { comparedSizes } from '../../core/amount.ts';
import { unless } from '../../core/judging.ts';
import type { MediaFacts, Version, Violation } from '../../core/limits.ts';
import { nameOfType, namesOfTypes } from '../../core/type-names.ts';

/** Pixels of a video’s width. Its height may be more. */
const maxColumns = 1920;

export function checkWidths(media: readonly MediaFacts[]): Violation[] {
  return media.flatMap(({ kind, width }, index) => {
    const columns = kind === 'video' ? (width ?? 0) : 0;
    const message = `allows at most ${maxColumns} pixels in the width of a video; this video has ${columns}`;
    const measured = { measured: columns, limit: maxColumns, unit: 'pixels' };
    return unless(columns <= maxColumns, `media_ids.${index}`, 'video.width', message, measured);
  });
}

/** `formatsWith`: the settings that only some formats have. `explain`: the message about one of them. */
export function checkFormats<Format extends string>(
  { settings }: Version,
  format: Format,
  formatsWith: Readonly<Record<string, readonly Format[]>>,
  explain: (formats: readonly Format[]) => string,
): Violation[] {
  return Object.entries(formatsWith).flatMap(([name, formats]) => {
    const isFitting = settings[name] === undefined || formats.includes(format);
    const measured = { measured: format, limit: formats, unit: 'formats' };
    return unless(isFitting, `settings.${name}`, 'format.setting', explain(formats), measured);
  });
}

/** Belfry does not convert covers. `most`: bytes. */
export function checkCover(
  { settings, files }: Version,
  types: readonly [string, ...string[]],
  most: number,
): Violation[] {
  const cover = typeof settings.cover === 'number' ? files?.get(settings.cover) : undefined;
  if (cover === undefined) return [];
  const violation = (rule: string, measured: string | number, limit: Violation['limit'], message: string) =>
    unless(false, 'settings.cover', rule, message, { measured, limit, unit: rule.slice('cover.'.length) });
  const { mimeType, size } = cover;
  if (!types.includes(mimeType)) {
    const limit = types.length > 1 ? types : types[0];
    const message = `accepts covers as ${namesOfTypes(types)}; this file is ${nameOfType(mimeType)}`;
    return violation('cover.type', mimeType, limit, message);
  }
  if (size <= most) return [];
  const [allowed, actual] = comparedSizes(most, size);
  const message = `allows at most ${allowed} for a cover; this image has ${actual}`;
  return violation('cover.bytes', size, most, message);
}

/** `name`: the setting by which a post asks for what needs the scope; undefined if it asks for nothing. */
export function checkComments(network: string, isAllowed: boolean, name: string | undefined): Violation[] {
  const message = `does not allow this sign-in to write comments. Connect the channel again, and allow what ${network} asks`;
  const measured = { measured: 0, limit: 1, unit: 'permissions' };
  return unless(isAllowed || name === undefined, `settings.${name}`, 'comment.scope', message, measured);
}
