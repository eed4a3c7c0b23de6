/** Reads what a page says about itself. The page may be hostile: all of it is bounded, and every result is plain text. */
import { composeText } from '@belfry/networks/core/text.ts';
import { Parser } from 'htmlparser2';

export interface PageFacts {
  title: string | null;
  description: string | null;
  site: string | null;
  /** An http or https address. */
  image: string | null;
}

export interface PageSource {
  /** The address of the page, after its redirects. */
  url: URL;
  /** The Content-Type, as the server sent it. */
  type: string;
}

/** Bytes. The head of a page is at its beginning. */
export const MAX_PAGE = 512 * 1024;
/** The parser compares each end tag with all open elements, so its work grows with the square of their number. */
const MAX_TAGS = 3000;
/** Characters that one step parses. A page may be a single tag with a hundred thousand attributes. */
const STEP = 16 * 1024;
/** Characters. */
const MAX_TITLE = 300;
const MAX_DESCRIPTION = 500;
const MAX_SITE = 100;
const MAX_ADDRESS = 4000;

/** `bytes`: the first {@link MAX_PAGE} bytes of the page. */
export function* walkPage(bytes: Uint8Array, { url, type }: PageSource): Generator<void, PageFacts> {
  const { title, meta } = yield* parse(decode(bytes, type));
  const first = (...names: string[]) => names.map((name) => meta.get(name)).find((text) => text) ?? null;
  return {
    title: clean(first('og:title', 'twitter:title') ?? title, MAX_TITLE),
    description: clean(first('og:description', 'twitter:description', 'description'), MAX_DESCRIPTION),
    site: clean(first('og:site_name') ?? url.hostname, MAX_SITE),
    image: resolve(first('og:image:secure_url', 'og:image', 'twitter:image'), url),
  };
}

function* parse(html: string): Generator<void, { title: string; meta: ReadonlyMap<string, string> }> {
  const meta = new Map<string, string>();
  let [title, isTitle, hasTitle] = ['', false, false];
  const parser = new Parser({
    onopentag(name, attributes) {
      const { property, name: own, content } = attributes;
      const key = (property ?? own ?? '').toLowerCase();
      // The first one counts, as for networks.
      if (name === 'meta' && content !== undefined && !meta.has(key)) meta.set(key, content);
      isTitle = name === 'title' && !hasTitle;
    },
    ontext(text) {
      if (isTitle && title.length <= MAX_TITLE) title += text;
    },
    onclosetag(name) {
      hasTitle ||= name === 'title';
      isTitle = false;
    },
  });
  for (let at = 0; at < html.length; at += STEP) {
    parser.write(html.slice(at, at + STEP));
    yield;
  }
  parser.end();
  return { title, meta };
}

function decode(bytes: Uint8Array, type: string): string {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  const [, label = 'utf-8'] = /charset\s*=\s*["']?([\w-]{1,40})/i.exec(`${type} ${start}`) ?? [];
  const html = decoderOf(label).decode(bytes);
  let end = -1;
  for (let tags = 0; tags < MAX_TAGS; tags += 1) {
    end = html.indexOf('<', end + 1);
    if (end === -1) return html;
  }
  return html.slice(0, end);
}

function decoderOf(label: string) {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}

/** On one line, without control characters and those that change the direction of text. Null: nothing is left. */
function clean(text: string | null, max: number): string | null {
  const visible = composeText((text ?? '').slice(0, 8 * max).toWellFormed())
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/(?!\u200c|\u200d)\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  const cut = [...visible].slice(0, max).join('').trim();
  return cut === '' ? null : cut;
}

function resolve(address: string | null, page: URL): string | null {
  const url = address === null || address.length > MAX_ADDRESS ? null : URL.parse(address.trim(), page.href);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : null;
}
