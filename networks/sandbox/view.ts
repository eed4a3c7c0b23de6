import type { Attachment, Post } from './store.ts';

/** A post as the public sees it, in JSON and on the page. */
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

/** Addresses are made when they are shown: they follow the server when it moves. */
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
