/** Captions of a published video: https://developers.google.com/youtube/v3/docs/captions/insert (2026-11-24). */
import { NetworkFault, refuse } from '../core/fault.ts';
import { secondsToSend } from '../core/http.ts';
import { idField, type JsonObject, textField } from '../core/json.ts';
import type { Media } from '../core/network.ts';
import type { Run } from '../core/run.ts';
import { countBytes } from '../core/text.ts';
import { send, type YoutubeSession } from './api.ts';
import { readAdded, requireManaging } from './extras.ts';
import { faultOfAddition } from './faults.ts';

/** Each language is a track of its own, so that the refusal of one does not end the others. */
export async function addCaptions(
  videoId: string,
  { captions = [] }: Media,
  session: YoutubeSession,
  run: Run,
): Promise<void> {
  for (const { language, text } of captions) {
    const name = nameOf(language);
    const isOurs = (track: unknown) =>
      textField(track, 'snippet', 'language') === language && textField(track, 'snippet', 'name') === name;
    await run.after(`captions ${language}`, () => insert({ videoId, language, name }, text, session), {
      reconcile: async () => {
        const tracks = await readAdded(session, '/captions', { part: 'snippet', videoId });
        return tracks.some(isOurs) ? { found: true } : 'absent';
      },
      visibleAfter: 60,
    });
  }
}

/** YouTube demands a name, which players show: the language in its own words, such as “Deutsch”. */
function nameOf(language: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
}

async function insert(track: JsonObject, text: string, session: YoutubeSession): Promise<true> {
  requireManaging(session);
  const query = { part: 'snippet', uploadType: 'multipart' };
  const body = encodeRelated({ snippet: { ...track, isDraft: false } }, text);
  const response = await send(session, { path: '/upload/youtube/v3/captions', query, ...body });
  if (response.status === 200 && idField(response.json, 'id') !== undefined) return true;
  const { fault } = faultOfAddition(response, session.now());
  // The video has captions of this language and name: those of an earlier send.
  if (response.status === 409 && fault.networkCode === 'captionExists') return true;
  if (fault.networkCode === 'forbidden')
    throw refuse('YouTube does not allow this channel to add captions to the video.');
  throw new NetworkFault(fault);
}

/** JSON and a file in one body, as Google’s APIs take them: https://developers.google.com/drive/manage-uploads (2026-11-24). */
function encodeRelated(metadata: JsonObject, text: string) {
  const boundary = `belfry-${crypto.randomUUID()}`;
  const part = (type: string, content: string) =>
    `--${boundary}\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`;
  const json = part('application/json; charset=utf-8', JSON.stringify(metadata));
  const body = `${json}${part('application/octet-stream', text)}--${boundary}--\r\n`;
  const headers = { 'content-type': `multipart/related; boundary=${boundary}` };
  return { headers, body, timeout: secondsToSend(countBytes(body)) };
}
