/**
 * Captions of a video, in one language:
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api (2026-11-24)
 */
import { captionsPart } from '../../core/captions-sent.ts';
import { refuse } from '../../core/fault.ts';
import { encodeForm } from '../../core/form.ts';
import { withBearer } from '../../core/http.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Captions } from '../../core/network.ts';
import type { LinkedinSession } from './api.ts';
import { faultOf, faults } from './faults.ts';

/** `address`: that which LinkedIn named for them, of an upload that is not finished. */
export async function sendCaptions(
  address: string | null,
  captions: Captions,
  session: LinkedinSession,
): Promise<void> {
  if (address === null) throw refuse('It named no address for them.');
  const metadata = JSON.stringify(describeCaptions(captions));
  const file = captionsPart('file', 'captions.srt', 'application/octet-stream', captions);
  const request = { method: 'POST', url: address, ...encodeForm({ metadata }, file) } as const;
  const response = await session.http(withBearer(request, session.grant.access));
  const { status } = response;
  if (status === 200 || status === 201) return;
  // A refusal of the captions, or an address that has ended, says nothing about the sign-in or the post.
  const isRefused = status >= 400 && status < 500 && ![401, 408, 429].includes(status);
  throw isRefused
    ? refuse(faults.words(response) ?? `It answered ${status}.`)
    : faultOf(response, session.now());
}

/**
 * Not confirmed: what else than LinkedIn's example, American English with the variant `AMERICAN`, may stand here. A variant
 * follows from no language, and most languages come without a country, so both are left out.
 */
function describeCaptions({ language: tag }: Captions): JsonObject {
  const { language, region } = new Intl.Locale(tag);
  const country = region?.length === 2 && { country: region };
  return {
    format: 'SRT',
    formattedForEasyReader: true,
    largeText: true,
    source: 'USER_PROVIDED',
    locale: { language: language.toUpperCase(), ...country },
    transcriptType: 'CLOSED_CAPTION',
  };
}
