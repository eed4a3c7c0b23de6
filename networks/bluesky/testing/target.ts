/** Test support: one target through the real engine, with a journal in memory. */
import type { AttemptInput } from '../../../server/src/publishing/attempt.ts';
import { attempt } from '../../../server/src/publishing/attempt.ts';
import type { Outcome } from '../../../server/src/publishing/outcome.ts';
import { memoryJournal } from '../../../server/test/support/memory-journal.ts';
import type { Media, Outgoing, Session } from '../../core/network.ts';
import { bluesky } from '../index.ts';

/** Each call of what comes back is one attempt, with what the earlier ones left behind. */
export function startTarget(content: Partial<Outgoing>, session: Session): () => Promise<Outcome> {
  const post: Outgoing = { text: 'Hello', settings: {}, media: [], ...content };
  const { now } = session;
  const input: AttemptInput = {
    journal: memoryJournal(now),
    now,
    tries: 0,
    report: String,
    deadline: new Date(now().getTime() + 3_600_000),
    signal: new AbortController().signal,
    publish: (run) => bluesky.publish(post, session, run),
    async refresh() {
      session.grant = (await bluesky.refresh?.(session))?.grant ?? {};
    },
  };
  return () => attempt(input);
}

/** One red pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

export function makeMedia(facts: Partial<Media> = {}): Media {
  return {
    id: 1,
    kind: 'image',
    mimeType: 'image/png',
    size: png.length,
    width: 4,
    height: 3,
    duration: null,
    animated: false,
    link: () => 'https://belfry.test/files/bell.png',
    altText: 'A bell',
    name: 'bell.png',
    async *open() {
      yield png;
    },
    ...facts,
  };
}
