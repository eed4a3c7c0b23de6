/** The names by which people know types of files and codecs. Safe for the browser. */

/** Those that are not the type's own name in capitals. */
const names: Readonly<Record<string, string>> = {
  avc: 'H.264',
  matroska: 'MKV',
  ogg: 'Ogg',
  opus: 'Opus',
  quicktime: 'MOV',
  vorbis: 'Vorbis',
  webm: 'WebM',
  webp: 'WebP',
};

/** `image/jpeg` → `JPEG`, `video/x-m4v` → `M4V`, `avc` → `H.264` */
export function nameOfType(type: string): string {
  const name = type.replace(/^.*\/(?:x-)?/, '');
  return (Object.hasOwn(names, name) && names[name]) || name.toUpperCase();
}

/** `JPEG, PNG, WebP` */
export function namesOfTypes(types: readonly string[]): string {
  return types.map(nameOfType).join(', ');
}
