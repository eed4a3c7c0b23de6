/** The categories and playlists that a person may choose. Each request costs one unit of the app's quota. */
import { faultIn } from '../core/fault.ts';
import { digitsField, field, listField, textField } from '../core/json.ts';
import type { Option, OptionsAsk } from '../core/network.ts';
import { findOptions } from '../core/options.ts';
import { ask, readItems, type YoutubeSession } from './api.ts';
import { manageScope, readOwnChannel } from './oauth.ts';

const mostPages = 10;

export async function options(session: YoutubeSession, { field: name, query }: OptionsAsk) {
  const found = name === 'category_id' ? await listCategories(session) : await listPlaylists(session);
  return findOptions(found, query);
}

/** Those of the channel's country: https://developers.google.com/youtube/v3/docs/videoCategories/list (2026-11-24). */
async function listCategories(session: YoutubeSession): Promise<Option[]> {
  const country = textField(await readOwnChannel(session), 'snippet', 'country') ?? '';
  const read = (regionCode: string) =>
    readItems(session, '/videoCategories', { part: 'snippet', regionCode });
  const items = await (/^[A-Z]{2}$/.test(country) ? read(country).catch(orIn('US', read)) : read('US'));
  return items.flatMap((item) => {
    const [value, title] = [digitsField(item, 'id'), textField(item, 'snippet', 'title')];
    const isOurs = field(item, 'snippet', 'assignable') === true;
    return isOurs && value !== undefined && title !== undefined ? [{ value, title }] : [];
  });
}

/** YouTube does not know every country as a region. */
function orIn<T>(region: string, read: (region: string) => Promise<T>) {
  return (error: unknown): Promise<T> => {
    if (faultIn(error, 'rejected') === undefined) throw error;
    return read(region);
  };
}

/**
 * https://developers.google.com/youtube/v3/docs/playlists/list (2026-11-24). Reading them needs no further scope, but adding
 * a video does.
 */
async function listPlaylists(session: YoutubeSession): Promise<Option[]> {
  if (!session.grant.scopes.includes(manageScope)) return [];
  const found: Option[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const query = { part: 'snippet', mine: 'true', maxResults: '50', ...(pageToken && { pageToken }) };
    const json = await ask(
      session,
      { path: '/youtube/v3/playlists', query },
      (answer) => answer ?? undefined,
    );
    found.push(
      ...listField(json, 'items')
        .slice(0, 50)
        .flatMap((item) => readPlaylist(item, session)),
    );
    pageToken = textField(json, 'nextPageToken');
    if (pageToken === undefined) break;
  }
  return found;
}

function readPlaylist(item: unknown, { account }: YoutubeSession): Option[] {
  const [value, title] = [textField(item, 'id') ?? '', textField(item, 'snippet', 'title')];
  const isOurs =
    /^[A-Za-z0-9_-]{1,64}$/.test(value) && textField(item, 'snippet', 'channelId') === account.id;
  return isOurs && title !== undefined ? [{ value, title }] : [];
}
