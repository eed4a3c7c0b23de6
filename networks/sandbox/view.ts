import type { Attachment, Post } from './store.ts';

/** A post in its public form, for JSON and for the page. */
export interface PostView {
  id: string;
  text: string;
  media: MediaView[];
  created_at: string;
  url: string;
}

export interface MediaView {
  kind: 'image' | 'video';
  mime_type: string;
  alt_text: string | null;
  url: string;
}

/** Computes addresses on each view, so that they follow the server to a new address. */
export function showPost(post: Post, publicUrl: string): PostView {
  return {
    id: post.id,
    text: post.text,
    media: post.media.map((file) => showMedia(file, publicUrl)),
    created_at: post.created_at,
    url: `${publicUrl}/@${post.username}/${post.id}`,
  };
}

function showMedia({ id, kind, mime_type, alt_text }: Attachment, publicUrl: string): MediaView {
  return { kind, mime_type, alt_text, url: `${publicUrl}/media/${id}` };
}
