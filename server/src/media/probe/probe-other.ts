/** Handles files that do not start like an image: probes videos, and names the type of all others for an error. */
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { readAt } from './probe-extent.ts';
import { type Allowed, acceptedByLinkOnly, notAsMkv, unsupportedType } from './probe-unfit.ts';
import { probeVideo } from './probe-video.ts';
import type { Probed, VideoFormat } from './probed.ts';

const videoFormats: Record<string, VideoFormat> = {
  'video/mp4': 'MP4',
  'video/x-m4v': 'MP4',
  'video/quicktime': 'MOV',
  'video/webm': 'WebM',
  'video/matroska': 'MKV',
};

/** Throws `UnfitFile` for every file that is not accepted. */
export async function identifyFile(path: string, size: number, allow: Allowed): Promise<Probed> {
  const type = await fileTypeFromFile(path);
  const video = type && videoFormats[type.mime];
  if (type && video) {
    if (video === 'MKV' && allow !== 'stored') throw notAsMkv(allow);
    if (allow === 'images') throw acceptedByLinkOnly(nameType(type));
    return probeVideo(path, size, video);
  }
  throw unsupportedType(type ? nameType(type) : await nameText(path), allow);
}

const typeNames: Record<string, string> = {
  'application/pdf': 'a PDF document',
  'application/zip': 'a ZIP archive',
  'application/xml': 'an XML document, such as an SVG drawing',
  'image/avif': 'an AVIF image',
  'image/heic': 'a HEIC photo',
  'video/mp4': 'an MP4 video',
  'video/quicktime': 'a MOV video',
  'video/webm': 'a WebM video',
};

function nameType({ mime, ext }: { mime: string; ext: string }): string {
  const kind = ['image', 'video', 'audio'].find((prefix) => mime.startsWith(`${prefix}/`)) ?? 'other';
  const noun = kind === 'audio' ? 'sound' : kind;
  return typeNames[mime] ?? (kind === 'other' ? `a file of type ${mime}` : `a file of type ${ext} (${noun})`);
}

const textSignatures: readonly [RegExp, string][] = [
  [/<svg[\s>]/i, 'an SVG drawing'],
  [/<!doctype html|<html|<script|<body/i, 'a web page'],
  [/^#!|<\?php/i, 'a script'],
];

/** file-type does not detect text formats, but people upload them. */
async function nameText(path: string): Promise<string> {
  await using file = await open(path);
  const text = (await readAt(file, 0, 1024)).toString('latin1');
  const found = textSignatures.find(([signature]) => signature.test(text));
  return found?.[1] ?? 'a file of no known image or video type';
}
