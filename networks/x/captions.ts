/**
 * Captions of videos. Each language is a file of its own, and a call says to which video it belongs:
 * https://docs.x.com/x-api/media/create-media-subtitles (2026-11-24).
 * Not confirmed: that another language adds to the first, and that the same one replaces it.
 */
import { withCodes } from '../core/caption-codes.ts';
import { captionsPart, warnIfRefused } from '../core/captions-sent.ts';
import { encodeForm } from '../core/form.ts';
import { digitsField } from '../core/json.ts';
import type { Captions, Media } from '../core/network.ts';
import type { Run } from '../core/run.ts';
import { ask, done, type XSession } from './api.ts';
import { codeOf } from './languages.ts';

/** `video`: the id of its upload. Returns a sentence for people for each language that X refuses. */
export async function sendCaptions(
  video: string,
  { captions }: Media,
  session: XSession,
  run: Run,
): Promise<string[]> {
  const warnings: string[] = [];
  for (const each of withCodes(captions, codeOf).coded) {
    const send = () => warnIfRefused('X', each, addCaptions(video, each, session));
    warnings.push(...(await run.step(`${video} captions ${each.language}`, send)));
  }
  return warnings;
}

/** If it runs twice, the first file stays without a video. */
async function addCaptions(video: string, captions: Captions & { code: string }, session: XSession) {
  const { language, code } = captions;
  const file = captionsPart('media', 'captions.srt', 'text/srt', captions);
  const form = encodeForm({ media_category: 'subtitles' }, file);
  const read = (answer: unknown) => digitsField(answer, 'data', 'id');
  const id = await ask(session, { path: '/2/media/upload', ...form }, read);
  const display_name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  const subtitles = { id, language_code: code, display_name };
  const json = { id: video, media_category: 'TweetVideo', subtitles };
  return ask(session, { path: '/2/media/subtitles', json }, done);
}
