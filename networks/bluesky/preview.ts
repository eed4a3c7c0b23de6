import { textField } from '../core/json.ts';
import type { Card, PreviewStyle } from '../core/preview.ts';
import { readQuote } from './settings.ts';

/** As the official app: https://github.com/bluesky-social/social-app (2026-11-22). It shows a whole text. */
export const blueskyPreview: PreviewStyle = {
  // A handle is a domain name.
  words: { mention: /(?<![\p{L}\p{N}_/])@[a-z0-9-]+(?:\.[a-z0-9-]+)+/giu },
  layout: ({ length }) => (length === 1 ? { as: 'single', ratio: null } : { as: 'grid', ratio: 1 }),
  // The post has the words of its settings. Nobody reads the page.
  card: ({ settings: { link_card: card, quote } }) => {
    const [url, title, description] = ['url', 'title', 'description'].map((name) => textField(card, name));
    return url === undefined || title === undefined
      ? cardOfQuote(quote)
      : { url, title, ...(description !== undefined && { description }) };
  },
  profile: (username) => `https://bsky.app/profile/${encodeURIComponent(username)}`,
};

/** The page of the quoted post. */
function cardOfQuote(quote: unknown): Card | undefined {
  const { actor, rkey } = (typeof quote === 'string' && readQuote(quote)) || {};
  return actor && rkey ? { url: `https://bsky.app/profile/${actor}/post/${rkey}` } : undefined;
}
