/** The page that shows a code: plain HTML, no script, no resources from other sites. */
import { createHash } from 'node:crypto';
import type { OAuthCaller } from '../core/network.ts';
import type { HostedResponse, HostedService } from '../core/service.ts';
import { codePattern } from './codes.ts';

interface Shown {
  /** The user name of the bot. */
  bot: string;
  code: string;
  state: string;
}

const path = '/connect';

/** `redirectUri` is at `/connect/callback`, and this service at `/telegram`. */
export function addressOfPage(shown: Shown, { redirectUri }: Pick<OAuthCaller, 'redirectUri'>): string {
  const base = redirectUri.replace(/\/connect\/callback$/, '/telegram');
  return `${base}${path}?${new URLSearchParams({ ...shown })}`;
}

/** Values that fit these patterns need no escaping. */
const patterns: Record<keyof Shown, RegExp> = {
  bot: /^\w{1,64}$/,
  code: codePattern,
  state: /^[A-Za-z0-9_-]{1,200}$/,
};

export const service: HostedService = {
  async handle({ method, path: asked, query }, { publicUrl }) {
    const isKnown = Object.entries(patterns).every(([name, pattern]) => pattern.test(query[name] ?? ''));
    if (method !== 'GET' || asked !== path || !isKnown) return answer(404, 'Nothing is here.', '');
    const { bot, code, state } = query as unknown as Shown;
    const back = `${publicUrl.replace(/\/telegram$/, '')}/connect/callback?state=${state}`;
    return answer(200, 'Connect a Telegram chat', steps({ bot, code, state: back }));
  },
};

function steps({ bot, code, state: back }: Shown): string {
  return `<ol>
<li>Make <a href="https://t.me/${bot}">@${bot}</a> an administrator of your channel or group. In a channel, it needs the
right to post messages.</li>
<li>Post this code there, as an administrator: <code>${code}</code></li>
<li><a href="${back}">Continue</a> within 15 minutes. You can then delete the code.</li>
</ol>
<p>Post the code only if you yourself began to connect a chat just now. The person who began it will publish in that chat.</p>`;
}

const style =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}code{user-select:all}';
const styleHash = createHash('sha256').update(style).digest('base64');
const policy = [
  `default-src 'none'`,
  `style-src 'sha256-${styleHash}'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

function answer(status: number, title: string, content: string): HostedResponse {
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return { status, headers, body };
}
