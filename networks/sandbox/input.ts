/** Reads untrusted requests; an invalid one is a {@link Refusal}. */
import { languageOf, MAX_CAPTION_LANGUAGES } from '../core/captions.ts';
import { field } from '../core/json.ts';
import { Refusal } from './answers.ts';
import { type Behaviour, behaviours } from './rules.ts';

/** A post from a request. */
export type Draft = ReturnType<typeof readDraft>;

/** Four alternative texts of 1,000 family emoji fit. */
const maxJsonBytes = 256 * 1024;
const maxMedia = 20;

export function readUsername(body: Uint8Array): string {
  const username = field(parseJson(body), 'username');
  if (typeof username === 'string' && /^[a-z0-9_]{1,30}$/i.test(username)) return username.toLowerCase();
  throw new Refusal(422, 'invalid_username', 'A username is 1 to 30 letters a–z, digits or underscores.');
}

export function readDraft(body: Uint8Array) {
  const value = parseJson(body);
  const media = field(value, 'media') ?? [];
  if (!Array.isArray(media) || media.length > maxMedia)
    throw malformed('media must be a list of at most 20 files');
  return {
    text: readText(field(value, 'text'), 'text'),
    behaviour: readBehaviour(field(value, 'wish')),
    media: media.map((file) => ({
      id: readText(field(file, 'id'), 'media.id'),
      altText: readAltText(file),
      captions: readCaptions(file),
    })),
  };
}

function readAltText(file: unknown): string | null {
  const altText = field(file, 'alt_text') ?? null;
  return altText === null ? null : readText(altText, 'media.alt_text');
}

function readCaptions(file: unknown) {
  const captions = field(file, 'captions') ?? [];
  if (!Array.isArray(captions) || captions.length > MAX_CAPTION_LANGUAGES)
    throw malformed(`media.captions must be a list of at most ${MAX_CAPTION_LANGUAGES} languages`);
  return captions.map((each) => {
    const language = readText(field(each, 'language'), 'media.captions.language');
    if (languageOf(language) !== language)
      throw malformed('media.captions.language must be like "en" or "pt-BR"');
    return { id: readText(field(each, 'id'), 'media.captions.id'), language };
  });
}

function readBehaviour(value: unknown = { id: '', behaviour: 'ok' }) {
  const behaviour = readText(field(value, 'behaviour'), 'wish.behaviour');
  if (!isBehaviour(behaviour))
    throw malformed(`wish.behaviour must be one of ${Object.keys(behaviours).join(', ')}`);
  return { id: readText(field(value, 'id'), 'wish.id'), behaviour };
}

function isBehaviour(name: string): name is Behaviour {
  return Object.hasOwn(behaviours, name);
}

/** PostgreSQL cannot store NUL or an unpaired surrogate in JSON. */
function readText(value: unknown, name: string): string {
  if (typeof value === 'string' && value.isWellFormed() && !value.includes('\0')) return value;
  throw malformed(`${name} must be a Unicode string without NUL`);
}

function parseJson(body: Uint8Array): unknown {
  if (body.length > maxJsonBytes) throw new Refusal(413, 'too_large', 'The request is larger than 256 KiB.');
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw malformed('the body must be JSON');
  }
}

function malformed(expected: string): Refusal {
  return new Refusal(400, 'malformed', `The request is malformed: ${expected}.`);
}
