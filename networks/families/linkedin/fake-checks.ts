/** LinkedIn's checks of a new post. */
import { field, type JsonObject } from '../../core/json.ts';
import type { FakeResponse } from '../../testing/fake-server.ts';
import { showLittle } from './fake-little.ts';
import { refuse } from './fake-refusal.ts';

const needed = [
  'author',
  'commentary',
  'visibility',
  'distribution',
  'lifecycleState',
  'isReshareDisabledByAuthor',
];

/** By kind of content: all of its fields. */
const known: Record<string, readonly string[]> = {
  media: ['id', 'title', 'altText'],
  multiImage: ['images'],
  article: ['source', 'title', 'description', 'thumbnail'],
  poll: ['question', 'options', 'settings'],
};

/** `statusOf`: the status of an uploaded file. */
export function checkPost(
  body: JsonObject,
  author: string,
  statusOf: (urn: string) => string | undefined,
): FakeResponse | undefined {
  const { content, commentary, visibility } = body;
  const names = Object.keys(body).filter((name) => name !== 'content');
  if (names.toSorted().join() !== needed.toSorted().join())
    return refuse(422, 'UNPROCESSABLE_ENTITY', names.join());
  if (body.author !== author) return refuse(403, 'ACCESS_DENIED');
  if (body.lifecycleState !== 'PUBLISHED') return refuse(400, 'INVALID_VALUE_FOR_FIELD');
  const audiences = author.startsWith('urn:li:person:')
    ? ['PUBLIC', 'CONNECTIONS', 'LOGGED_IN']
    : ['PUBLIC', 'LOGGED_IN'];
  if (!audiences.includes(String(visibility))) return refuse(400, 'INVALID_VALUE_FOR_FIELD');
  if (typeof commentary !== 'string' || showLittle(commentary).length > 3000)
    return refuse(400, 'FIELD_LENGTH_TOO_LONG');
  if (commentary.trim() === '' && content === undefined) return refuse(400, 'INVALID_VALUE_BLANK_FIELD');
  return content === undefined ? undefined : checkContent(content as JsonObject, statusOf);
}

function checkContent(
  content: JsonObject,
  statusOf: (urn: string) => string | undefined,
): FakeResponse | undefined {
  const [kind = '', ...others] = Object.keys(content);
  const value = content[kind] as JsonObject;
  const unknown = Object.keys(value).filter((name) => !known[kind]?.includes(name));
  if (others.length > 0 || unknown.length > 0) return refuse(422, 'UNPROCESSABLE_ENTITY', unknown.join());
  if (kind === 'poll') return checkPoll(value);
  if (kind === 'article' && !value.title) return refuse(400, 'MISSING_FIELD');
  if (kind === 'media' && isWrongDocument(value)) return refuse(400, 'MISSING_FIELD');
  const files = kind === 'multiImage' ? (value.images as JsonObject[]) : kind === 'media' ? [value] : [];
  const thumbnails = value.thumbnail === undefined ? [] : [{ id: value.thumbnail }];
  return checkFiles(files, kind === 'multiImage' ? 2 : 0) ?? checkAssets([...files, ...thumbnails], statusOf);
}

/** A document needs a title. Only images have an alternative text. */
function isWrongDocument({ id, title, altText }: JsonObject): boolean {
  return String(id).startsWith('urn:li:document:') && (!title || altText !== undefined);
}

function checkFiles(files: JsonObject[], least: number): FakeResponse | undefined {
  if (files.length < least || files.length > 20) return refuse(400, 'INVALID_VALUE_FOR_FIELD');
  const isWrong = files.some(({ altText = 'x' }) => altText === '' || String(altText).length > 4086);
  return isWrong ? refuse(400, 'FIELD_LENGTH_TOO_LONG') : undefined;
}

function checkAssets(
  files: JsonObject[],
  statusOf: (urn: string) => string | undefined,
): FakeResponse | undefined {
  const statuses = files.map(({ id }) => statusOf(String(id)));
  if (statuses.includes(undefined)) return refuse(400, 'INVALID_IMAGE_ID');
  if (statuses.includes('PROCESSING_FAILED')) return refuse(400, 'MEDIA_ASSET_PROCESSING_FAILED');
  return statuses.every((status) => status === 'AVAILABLE')
    ? undefined
    : refuse(400, 'MEDIA_ASSET_WAITING_UPLOAD');
}

function checkPoll({ question, options, settings }: JsonObject): FakeResponse | undefined {
  const texts = (options as JsonObject[]).map(({ text }) => String(text));
  const isWrong =
    String(question).length > 140 ||
    texts.length < 2 ||
    texts.length > 4 ||
    texts.some((text) => text.length > 30);
  if (isWrong) return refuse(400, 'FIELD_LENGTH_TOO_LONG');
  const durations = ['ONE_DAY', 'THREE_DAYS', 'SEVEN_DAYS', 'FOURTEEN_DAYS'];
  return durations.includes(String(field(settings, 'duration')))
    ? undefined
    : refuse(400, 'INVALID_VALUE_FOR_FIELD');
}
