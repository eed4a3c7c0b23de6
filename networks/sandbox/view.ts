import type { Attachment, Post } from './store.ts';

/** A post in its public form, for JSON and for the page. */
export type PostView = ReturnType<typeof showPost>;
export type MediaView = ReturnType<typeof showMedia>;

/** Computes addresses on each view, so that they follow the server to a new address. */
export function showPost({ id, text, media, created_at, username }: Post, publicUrl: string) {
  const url = `${publicUrl}/@${username}/${id}`;
  return { id, text, media: media.map((file) => showMedia(file, publicUrl)), created_at, url };
}

function showMedia({ id, kind, mime_type, alt_text, captions }: Attachment, publicUrl: string) {
  const urlOf = (file: string) => `${publicUrl}/media/${file}`;
  const tracks = captions?.map(({ id, language }) => ({ language, url: urlOf(id) }));
  return { kind, mime_type, alt_text, url: urlOf(id), ...(tracks && { captions: tracks }) };
}
