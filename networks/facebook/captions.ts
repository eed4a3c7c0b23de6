/**
 * Captions of videos and reels: https://developers.facebook.com/docs/graph-api/reference/video/captions/ (2026-11-24).
 * Stories have none.
 */
import { withCodes } from '../core/caption-codes.ts';
import { captionsPart } from '../core/captions-sent.ts';
import { refuse } from '../core/fault.ts';
import { encodeForm } from '../core/form.ts';
import { field, listField, textField } from '../core/json.ts';
import type { Captions, Media } from '../core/network.ts';
import type { Found } from '../core/run.ts';
import { type Graph, pathTo } from '../families/meta/graph.ts';
import type { PageFlow } from './api.ts';
import { localeOf } from './locales.ts';

/** Seconds. Not confirmed: how soon the list shows captions. A second file of the same locale should replace the first. */
const visibleAfter = 60;

/** Codes of missing permissions. The sign-in has just published the video, so it need not end for its captions. */
const isForbidden = /^(?:3|10|2\d\d)(?:\/|$)/;

/** Follows the video; a failure is a warning. The first language that Facebook takes is the default. */
export async function addCaptions(
  video: string,
  { captions }: Media,
  { graph, run }: PageFlow,
): Promise<void> {
  let usual: string | undefined;
  for (const each of withCodes(captions, localeOf).coded) {
    const { code: locale, language } = each;
    const send = () => sendCaptions(graph, video, each, usual ?? locale);
    const reconcile = () => findCaptions(graph, video, locale);
    const isAdded = await run.after(`captions ${language}`, send, { reconcile, visibleAfter });
    if (isAdded) usual ??= locale;
  }
}

async function sendCaptions(
  graph: Graph,
  video: string,
  captions: Captions & { code: string },
  default_locale: string,
): Promise<true> {
  const name = `captions.${captions.code}.srt`;
  const file = captionsPart('captions_file', name, 'application/x-subrip', captions);
  const form = encodeForm({ default_locale }, file);
  const response = await graph.send('POST', pathTo(video, 'captions'), undefined, form);
  if (response.status === 200) return true;
  const error = graph.faultOf(response);
  throw isForbidden.test(error.fault.networkCode ?? '') ? refuse(error.message) : error;
}

/** Not confirmed: whether the list has captions that Facebook made itself, too. They would be taken for these. */
async function findCaptions(graph: Graph, video: string, locale: string): Promise<Found<true>> {
  const json = await graph.ask(pathTo(video, 'captions'), { fields: 'locale', limit: '100' });
  if (listField(json, 'data').some((each) => textField(each, 'locale') === locale)) return { found: true };
  return Array.isArray(field(json, 'data')) && !field(json, 'paging', 'next') ? 'absent' : 'unknown';
}
