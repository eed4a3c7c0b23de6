/** The statuses of the fake's account, and each software's answer to a repeated key. */
import { createHash } from 'node:crypto';
import { field, type JsonObject, textField } from '../core/json.ts';
import type { Outgoing } from '../core/network.ts';
import type { Shown } from '../testing/fake.ts';
import type { FakeRequest, FakeResponse } from '../testing/fake-server.ts';
import { answer, refuse } from './fake-answers.ts';
import { limitsOf } from './fake-descriptions.ts';
import type { FakeMedia } from './fake-media.ts';
import { FakeOthers, presentQuote, quotedBy } from './fake-others.ts';
import type { KnownSoftware } from './software.ts';

export interface FakeStatus {
  id: string;
  text: string;
  spoilerText: string;
  visibility: string;
  mediaIds: string[];
  inReplyTo: string | null;
  quotedId?: string | null;
  createdAt: Date;
  /** Further settings, as they were sent. */
  style?: JsonObject;
}

const styles = ['sensitive', 'language', 'quote_approval_policy'] as const;

export class FakeStatuses {
  /** Oldest first, without deleted ones. */
  readonly all: FakeStatus[] = [];
  /** Mastodon of February to September 2026 answers 500 to every repeated key. */
  failsReplays = false;
  /** Mastodon before 4.3 ignores files that it does not have: https://github.com/mastodon/mastodon/pull/31681 */
  dropsMedia = false;
  /** Answers to the next posts, in order, in place of accepting them. Their keys are stored all the same. */
  readonly refusals: FakeResponse[] = [];
  /** Statuses of other people. */
  readonly others = new FakeOthers();
  /** The list is behind, like that of a replica. */
  isBehind = false;
  /** Seconds until the list shows a status. */
  lag = 0;
  /** False: Mastodon before 4.3, which does not read several statuses at once. */
  readsMany = true;
  /** Favourites, boosts and replies of every status. */
  counts: JsonObject = { favourites_count: 3, reblogs_count: 2, replies_count: 1 };
  now: () => Date = () => new Date();
  #deleted = 0;
  #keys = new Map<string, FakeResponse>();
  #software: KnownSoftware;
  #media: FakeMedia;

  constructor(software: KnownSoftware, media: FakeMedia) {
    this.#software = software;
    this.#media = media;
  }

  /** Simulates that the server's memory of keys expired. */
  expireKeys(): void {
    this.#keys.clear();
  }

  create(request: FakeRequest): FakeResponse {
    const key = request.headers['idempotency-key'];
    const known = key === undefined ? undefined : this.#keys.get(key);
    if (known !== undefined) return this.#replay(known);
    const answered = this.refusals.shift() ?? this.others.refuse(request.json) ?? this.#post(request.json);
    if (key !== undefined && this.#notes(answered)) this.#keys.set(key, answered);
    return answered;
  }

  list({ query }: FakeRequest): FakeResponse {
    const limit = Number(query.get('limit') ?? 20);
    const before = Number(query.get('max_id') ?? Number.POSITIVE_INFINITY);
    const shown = this.all.filter((status) => Number(status.id) < before && this.#isListed(status));
    return answer(
      shown
        .toReversed()
        .slice(0, limit)
        .map((status) => this.#present(status)),
    );
  }

  /** Only Mastodon has this call. It refuses more than 20 ids: `check_statuses_limit` of its code (2026-11-22). */
  read({ query }: FakeRequest): FakeResponse {
    if (this.#software !== 'mastodon' || !this.readsMany) return refuse(404, 'Record not found');
    const ids = query.getAll('id[]');
    if (ids.length > 20) return refuse(422, 'Validation failed');
    return answer(this.all.filter(({ id }) => ids.includes(id)).map((status) => this.#present(status)));
  }

  readOne(id: string): FakeResponse {
    const status = this.all.find((each) => each.id === id);
    return status === undefined ? refuse(404, 'Record not found') : answer(this.#present(status));
  }

  /** Older Pleroma answers with an empty object, the others with the status. */
  delete(id: string): FakeResponse {
    const at = this.all.findIndex((each) => each.id === id);
    if (at < 0) return refuse(404, 'Record not found');
    const [status] = this.all.splice(at, 1);
    this.#deleted += 1;
    return answer(this.#software === 'pleroma' ? {} : this.#present(status));
  }

  show(): Shown[] {
    return this.all.map(({ id, text, spoilerText, visibility, mediaIds, quotedId, style }) => ({
      id,
      url: `https://fake.example/${visibility === 'direct' ? 'users/ada/statuses' : '@ada'}/${id}`,
      text,
      media: mediaIds.map((media) => this.#media.show(media)),
      settings: { ...style, visibility, spoiler_text: spoilerText, quote: quotedId ?? null },
    }));
  }

  /** Files that no status uses. */
  countUnused(): number {
    const used = this.all.flatMap(({ mediaIds }) => mediaIds);
    return [...this.#media.files.keys()].filter((id) => !used.includes(id)).length;
  }

  /** Another tool publishes the same text with as many files. */
  plant({ text, media }: Outgoing): void {
    const mediaIds = media.map((_, index) => `twin-${index}`);
    this.#add({ text, spoilerText: '', visibility: 'public', mediaIds, inReplyTo: null, style: {} });
  }

  /** Pixelfed has no such endpoint. */
  source(id: string): FakeResponse {
    const status = this.all.find((each) => each.id === id);
    if (status === undefined || this.#software === 'pixelfed') return refuse(404, 'Record not found');
    return answer({ id, text: status.text, spoiler_text: status.spoilerText });
  }

  #notes({ status }: FakeResponse): boolean {
    if (this.#software === 'gotosocial') return false;
    return this.#software === 'pleroma' || this.#software === 'pixelfed' || status === 200;
  }

  #replay(first: FakeResponse): FakeResponse {
    if (this.#software === 'pixelfed') return answer({ message: 'Duplicate idempotency key.' }, 400);
    if (this.#software === 'pleroma') return { ...first, headers: { 'idempotent-replayed': 'true' } };
    return this.failsReplays ? refuse(500, 'An unexpected error occurred') : first;
  }

  #post(input: unknown): FakeResponse {
    const named = ((field(input, 'media_ids') as unknown[]) ?? []).map(String);
    const mediaIds = this.dropsMedia ? named.filter((id) => this.#media.isFree(id)) : named;
    const own = this.#software === 'pixelfed' ? this.#refusePixelfed(input, mediaIds) : undefined;
    const refusal = own ?? this.#refuseFiles(mediaIds) ?? this.#refuseText(input, mediaIds);
    if (refusal !== undefined) return refusal;
    const text = textField(input, 'status') ?? '';
    const inReplyTo = textField(input, 'in_reply_to_id') ?? null;
    const spoilerText = textField(input, 'spoiler_text') ?? '';
    const visibility = textField(input, 'visibility') ?? 'public';
    const style = Object.fromEntries(styles.map((name) => [name, field(input, name) ?? null])) as JsonObject;
    const added = { text, spoilerText, visibility, mediaIds, inReplyTo, quotedId: quotedBy(input), style };
    return answer(this.#present(this.#add(added)));
  }

  #refuseFiles(mediaIds: string[]): FakeResponse | undefined {
    const taken = mediaIds.filter((id) => !this.#media.isFree(id)).join(', ');
    if (taken !== '' && this.#software === 'gotosocial')
      return refuse(400, `Bad Request: media ${taken} already attached to status`);
    if (taken !== '') return refuse(422, `Media ${taken} not found or already attached to another post`);
    return mediaIds.every((id) => this.#media.isReady(id))
      ? undefined
      : refuse(422, 'Cannot attach files that have not finished processing.');
  }

  #refusePixelfed(input: unknown, mediaIds: string[]): FakeResponse | undefined {
    const [visibility, warning = ''] = [textField(input, 'visibility'), textField(input, 'spoiler_text')];
    if (visibility === 'direct') return answer({ message: 'The selected visibility is invalid.' }, 422);
    if ([...warning].length > 140)
      return answer({ message: 'The spoiler text must not be greater than 140 characters.' }, 422);
    return mediaIds.length === 0 && textField(input, 'in_reply_to_id') === undefined
      ? answer({ message: 'Empty statuses are not allowed' }, 403)
      : undefined;
  }

  #refuseText(input: unknown, mediaIds: string[]): FakeResponse | undefined {
    const text = textField(input, 'status') ?? '';
    const inReplyTo = textField(input, 'in_reply_to_id');
    if (this.#software === 'hollo' && field(input, 'status') === '') return refuse(422, 'invalid_request');
    if (text === '' && mediaIds.length === 0) return refuse(422, "Validation failed: Text can't be blank");
    if (inReplyTo !== undefined && !this.all.some(({ id }) => id === inReplyTo))
      return refuse(404, 'Record not found');
    const problem = this.#findExcess(text + (textField(input, 'spoiler_text') ?? ''), mediaIds);
    return problem === undefined ? undefined : refuse(422, problem);
  }

  #add(status: Omit<FakeStatus, 'id' | 'createdAt'>): FakeStatus {
    const added = { ...status, id: String(1000 + this.all.length + this.#deleted), createdAt: this.now() };
    this.all.push(added);
    this.#media.attach(added.mediaIds);
    return added;
  }

  /** The sentence of Mastodon about a text or files beyond the limits. */
  #findExcess(text: string, mediaIds: string[]): string | undefined {
    const { text: longest, media: most } = limitsOf(this.#software);
    if (lengthOf(text, this.#software) > longest)
      return `Validation failed: Text character limit of ${longest} exceeded`;
    const videos = mediaIds.filter((id) => this.#media.files.get(id)?.mimeType.startsWith('video/')).length;
    const isAlone = this.#software !== 'mastodon' || videos === 0 || mediaIds.length === 1;
    return mediaIds.length > most || !isAlone
      ? 'Validation failed: Cannot attach a video to a post that already contains images'
      : undefined;
  }

  #isListed({ inReplyTo, visibility, createdAt }: FakeStatus): boolean {
    if (this.isBehind || createdAt.getTime() + this.lag * 1000 > this.now().getTime()) return false;
    return this.#software !== 'pixelfed' || (inReplyTo === null && visibility !== 'direct');
  }

  #present(status: FakeStatus | undefined) {
    if (status === undefined) return undefined;
    const { id, text, spoilerText, visibility, mediaIds, inReplyTo, quotedId = null, createdAt } = status;
    const html = this.#software === 'hollo' ? renderMarkdown(text) : renderPlain(text);
    return {
      id,
      uri: `https://fake.example/users/ada/statuses/${id}`,
      url: visibility === 'direct' ? null : `https://fake.example/@ada/${id}`,
      created_at: createdAt.toISOString(),
      content: this.others.inline(quotedId, text) + html,
      quote: presentQuote(quotedId, this.others),
      spoiler_text: spoilerText,
      in_reply_to_id: inReplyTo,
      reblog: null,
      ...this.counts,
      media_attachments: mediaIds.map((media) => ({
        id: this.#software === 'pleroma' ? hash(media) : media,
      })),
    };
  }
}

/** Mastodon counts what a reader sees as one character, and each link as 23. The others count code points. */
function lengthOf(text: string, software: KnownSoftware): number {
  if (software !== 'mastodon') return [...text].length;
  return [...new Intl.Segmenter().segment(text.replace(/https?:\/\/\S+/g, 'x'.repeat(23)))].length;
}

/** Hollo's rendering, much simplified: the Markdown marks are gone from the text. */
function renderMarkdown(text: string): string {
  return `<p>${escapeHtml(text).replace(/\*(\w+)\*/g, '<em>$1</em>')}</p>`;
}

/** Mastodon's rendering: paragraphs, links in three spans, mentions without their server. */
function renderPlain(text: string): string {
  const html = escapeHtml(text)
    .replace(
      /(https?:\/\/)(\S{1,30})(\S*)/g,
      '<a href="$&"><span class="invisible">$1</span><span class="ellipsis">$2</span><span class="invisible">$3</span></a>',
    )
    .replace(
      /@(\w+)@[\w.]+/g,
      '<span class="h-card"><a href="https://fake.example/@$1">@<span>$1</span></a></span>',
    );
  return `<p>${html.replace(/\n\n/g, '</p><p>').replace(/\n/g, '<br />')}</p>`;
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

function hash(id: string): string {
  return createHash('md5').update(id).digest('hex');
}
