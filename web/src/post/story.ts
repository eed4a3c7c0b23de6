/** The story of a post in sentences, written from its timeline. */
import type { TimelineEvent } from '@belfry/contract/timeline.ts';
import { Temporal } from '../data/time.ts';
import type { Dates } from '../words/dates.ts';
import { type Reason, reasonOf } from '../words/faults.ts';
import type { Words } from '../words/words.ts';

export interface Line {
  id: number;
  at: Temporal.ZonedDateTime;
  text: string;
  /** Something that people said or that the network said, below the line. */
  note: string | undefined;
  /** `bad`: something went wrong here. `care`: it waits for somebody, or would go wrong. */
  look: Look;
  event: TimelineEvent;
}

type Look = 'plain' | 'care' | 'bad';

interface Told {
  text: string;
  note?: string | undefined;
  look?: Look;
}

/** What the sentences are made of. */
type Known = Pick<Words, 'post' | 'faults' | 'language' | 'locale'>;

interface Teller {
  lines: Words['post']['lines'];
  /** Of the code that the event has, or that its kind means. */
  reason(code?: string): Reason;
  /** The sentence of the service; nothing where the line already says the same in another language. */
  further(isSaid: boolean): string;
  who: string;
  /** Of the event's data. Empty when it has none. */
  text(name: string): string;
  moment(name: string): string;
  late(): string;
  isLate(): boolean;
}

/** Milliseconds within which an attempt counts as on time. */
const ON_TIME_MS = 1000;

/** A save that made a draft of a post with a plan. */
const TAKEN_BACK = 'post.saved, taken back';

/** A sentence for each kind that people understand. Kinds without one are left to the technical details. */
const sentences: Readonly<Record<string, (teller: Teller) => Told>> = {
  'post.saved': ({ lines, who }) => ({ text: lines.draftSaved({ who }) }),
  [TAKEN_BACK]: ({ lines, who }) => ({ text: lines.takenBack({ who }) }),
  'post.scheduled': ({ lines, who, moment }) => {
    const at = moment('scheduled_at');
    return { text: at === '' ? lines.scheduledNow({ who }) : lines.scheduled({ who, moment: at }) };
  },
  'post.reconciling': ({ lines, who }) => ({ text: lines.reconciling({ who }) }),
  'post.deleted': ({ lines, who }) => ({ text: lines.deleted({ who }) }),
  'post.restored': ({ lines, who }) => ({ text: lines.restored({ who }) }),
  'review.requested': ({ lines, who }) => ({ text: lines.submitted({ who }) }),
  'review.approved': ({ lines, who, text }) => ({ text: lines.approved({ who }), note: text('comment') }),
  'review.rejected': ({ lines, who, text }) => ({
    text: lines.rejected({ who }),
    note: text('comment'),
    look: 'bad',
  }),
  'review.voided': ({ lines }) => ({ text: lines.approvalEnded() }),
  'target.started': ({ lines, late, isLate }) => ({
    text: isLate() ? lines.startedLate({ late: late() }) : lines.started(),
  }),
  'target.prepared': ({ lines }) => ({ text: lines.prepared({ count: 1 }) }),
  'target.waiting': ({ lines }) => ({ text: lines.waiting() }),
  'target.sent': ({ lines }) => ({ text: lines.sent() }),
  'target.confirmed': ({ lines }) => ({ text: lines.confirmed() }),
  'target.published': ({ lines, late }) => ({ text: lines.published({ late: late() }) }),
  'target.handed_over': ({ lines }) => ({ text: lines.handedOver() }),
  'target.page_found': ({ lines }) => ({ text: lines.pageFound() }),
  'target.warned': ({ lines }) => ({ text: lines.warned(), look: 'bad' }),
  'target.failed': ({ lines, reason, text }) =>
    because(text('code') === 'outcome_unknown' ? lines.mayBeLive : lines.failed, reason(), 'bad'),
  'target.held': ({ lines, reason }) => because(lines.held, reason('channel_disconnected'), 'care'),
  'target.at_risk': ({ lines, reason }) => because(lines.atRisk, reason(), 'care'),
  'target.risk_over': ({ lines }) => ({ text: lines.riskOver() }),
  'target.put_off': ({ lines, text, further }) => ({
    text: lines.putOff[text('because') as keyof typeof lines.putOff]?.() ?? text('message'),
    note: further(!saidByNetworks.has(text('because'))),
  }),
  'target.consented': ({ lines, who, text }) => ({
    text: lines.consented({ who }),
    note: text('declaration'),
  }),
  'target.consent_voided': ({ lines }) => ({ text: lines.consentEnded() }),
  'target.removal_requested': ({ lines, who }) => ({ text: lines.removalRequested({ who }) }),
  'target.removed': ({ lines }) => ({ text: lines.removed() }),
  'target.removal_failed': ({ lines, text }) => ({
    text: lines.removalFailed({ reason: text('message') }),
    look: 'bad',
  }),
  'target.resolved': ({ lines, who }) => ({ text: lines.resolved({ who }) }),
};

/** Why an attempt waits, where the sentence may be that of a network. Belfry says the others. */
const saidByNetworks: ReadonlySet<string> = new Set(['throttled', 'unavailable']);

function because(say: (params: { reason: string }) => string, { text, note }: Reason, look: Look): Told {
  return { text: say({ reason: text }), note, look };
}

/** Of the whole post (`targetId` null) or of one channel, oldest first. */
export function tellStory(
  events: readonly TimelineEvent[],
  targetId: number | null,
  words: Known,
  dates: Dates,
  zone: string,
): Line[] {
  const { lines } = words.post;
  const told: Line[] = [];
  for (const event of events) {
    const sentence = sentences[kindOf(event)];
    if (event.target_id !== targetId || sentence === undefined) continue;
    const at = Temporal.Instant.from(event.at).toZonedDateTimeISO(zone);
    const last = told.at(-1);
    // Steps that follow each other, and drafts that one person saved again and again, are one line: when they began.
    if (last !== undefined && isSame(last.event, event)) {
      const count = told.length === 0 ? 1 : stepsOf(last) + 1;
      told[told.length - 1] = { ...last, event: { ...event, data: { ...event.data, count } } };
      if (event.kind === 'target.prepared')
        Object.assign(told.at(-1) as Line, { text: lines.prepared({ count }) });
      continue;
    }
    const { text, note, look = 'plain' } = sentence(tellerOf(event, words, dates));
    told.push({ id: event.id, at, text, note: note === '' ? undefined : note, look, event });
  }
  return told;
}

function isSame(last: TimelineEvent, next: TimelineEvent): boolean {
  const kind = kindOf(next);
  if (kindOf(last) !== kind) return false;
  if (kind === 'target.prepared') return true;
  return kind === 'post.saved' && last.actor?.id === next.actor?.id;
}

function kindOf({ kind, data }: TimelineEvent): string {
  const { before } = data as { before?: { status?: string } };
  const isPlanned = before?.status === 'scheduled' || before?.status === 'pending_approval';
  return kind === 'post.saved' && isPlanned ? TAKEN_BACK : kind;
}

function stepsOf({ event: { data } }: Line): number {
  return Number((data as { count?: number }).count ?? 1);
}

function tellerOf(event: TimelineEvent, words: Known, dates: Dates): Teller {
  const data = event.data as Record<string, unknown>;
  const text = (name: string) => (typeof data[name] === 'string' ? data[name] : '');
  const lateMs = Number(data['late_ms'] ?? 0);
  const { lines } = words.post;
  return {
    lines,
    text,
    reason: (code = text('code')) => reasonOf(words, code, text('message'), data['details'] ?? {}),
    further: (isSaid) => (isSaid && words.language !== 'en' ? '' : text('message')),
    who: event.actor?.name ?? lines.somebody(),
    moment: (name) => (text(name) === '' ? '' : dates.momentOf(text(name))),
    late: () => describeDuration(lateMs, words.locale),
    isLate: () => lateMs > ON_TIME_MS,
  };
}

/** `68 ms`, `1.2 s`, `4 min`, `3 h`: symbols of the SI, the same in every language. */
export function describeDuration(ms: number, locale: string): string {
  const say = (value: number, symbol: string, maximumFractionDigits = 0) =>
    `${new Intl.NumberFormat(locale, { maximumFractionDigits }).format(value)} ${symbol}`;
  if (ms < 1000) return say(Math.max(0, ms), 'ms');
  if (ms < 60_000) return say(ms / 1000, 's', 1);
  return ms < 3_600_000 ? say(ms / 60_000, 'min') : say(ms / 3_600_000, 'h');
}
