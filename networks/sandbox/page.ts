/** The pages of the sandbox: plain HTML, no script, no resources from other sites. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { HostedResponse } from '../core/service.ts';
import { Html, html } from './html.ts';
import type { MediaView, PostView } from './view.ts';

const style = readFileSync(new URL('style.css', import.meta.url), 'utf8');
const styleHash = createHash('sha256').update(style).digest('base64');
const policy = [
  `default-src 'none'`,
  `style-src 'sha256-${styleHash}'`,
  `img-src 'self'`,
  `media-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

export function renderTimeline(username: string, posts: readonly PostView[]): Html {
  const cards = posts.map((post) => renderPost(username, post));
  return html`<header class="profile">
${renderAvatar(username)}
<div><h1>@${username}</h1><p>Sandbox timeline</p></div>
</header>
<main>${cards.length > 0 ? cards : renderEmpty(username)}</main>`;
}

export function renderPermalink(username: string, post: PostView): Html {
  return html`<main class="single">
<h1 class="hidden">Post by @${username}</h1>
${renderPost(username, post)}
<p class="back"><a href="../@${username}">All posts by @${username}</a></p>
</main>`;
}

export function renderNotice(title: string, message: string): Html {
  return html`<main class="notice"><h1>${title}</h1><p>${message}</p></main>`;
}

/** A whole page around `content`. */
export function answerPage(status: number, title: string, content: Html): HostedResponse {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
${content}
<footer>Belfry sandbox · posts here stay on this server</footer>
</body>
</html>
`;
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
      vary: 'accept',
    },
    body: page.source,
  };
}

function renderEmpty(username: string): Html {
  return html`<p class="empty">No posts yet. The first post to @${username} appears here when it is published.</p>`;
}

function renderPost(username: string, post: PostView): Html {
  return html`<article>
${renderAvatar(username)}
<div class="body">
<p class="byline"><b>${username}</b> <a href="${pathOf(post.url)}">${renderTime(post.created_at)}</a></p>
${post.text === '' ? [] : html`<p class="text" dir="auto">${renderLinks(post.text)}</p>`}
${post.media.length === 0 ? [] : html`<div class="media">${post.media.map(renderMedia)}</div>`}
</div>
</article>`;
}

/** One of six colours, chosen by the name, because a page without scripts and style attributes cannot compute one. */
function renderAvatar(username: string): Html {
  const hue = [...username].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 6;
  return html`<span class="avatar hue-${String(hue)}" aria-hidden="true">${username.charAt(0).toUpperCase()}</span>`;
}

function renderTime(at: string): Html {
  const shown = new Date(at).toLocaleString('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return html`<time datetime="${at}">${shown} UTC</time>`;
}

function renderLinks(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)])/)
    .map((piece, index) =>
      index % 2 === 1 ? html`<a href="${piece}" rel="nofollow noopener">${piece}</a>` : html`${piece}`,
    );
}

function renderMedia(file: MediaView): Html {
  const alt = file.alt_text ?? '';
  return file.kind === 'image'
    ? html`<img src="${pathOf(file.url)}" alt="${alt}" title="${alt}" loading="lazy">`
    : html`<video src="${pathOf(file.url)}" aria-label="${alt}" title="${alt}" controls preload="metadata">${(file.captions ?? []).map(renderTrack)}</video>`;
}

/** The browser offers the language in its own words, such as “Deutsch”. */
function renderTrack({ language, url }: { language: string; url: string }): Html {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return html`<track kind="captions" src="${pathOf(url)}" srclang="${language}" label="${name}">`;
}

/** Without its origin an address matches `'self'`, whichever hostname the browser used. */
function pathOf(url: string): string {
  return new URL(url).pathname;
}
