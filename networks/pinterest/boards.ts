/** The boards of an account and their sections: https://developers.pinterest.com/docs/api/v5/boards-list (2026-11-22). */
import { field, textField } from '../core/json.ts';
import type { Version } from '../core/limits.ts';
import type { Option, OptionsAsk } from '../core/network.ts';
import { idIn, listIn, type PinterestSession, readApi } from './api.ts';
import { faultOf } from './faults.ts';

const pageSize = 250;
const maxPages = 10;
const mostOptions = 100;

const groups: Record<string, string> = { PUBLIC: 'Public', PROTECTED: 'Protected' };

/** Boards whose names contain what a person typed. Secret boards need a scope that Belfry does not ask for. */
export async function options(session: PinterestSession, ask: OptionsAsk): Promise<Option[]> {
  const board = ask.settings.board_id;
  const isSection = ask.field === 'board_section_id';
  if (isSection && (typeof board !== 'string' || !/^\d{1,30}$/.test(board))) return [];
  const items = await listAll(isSection ? `/boards/${board}/sections` : '/boards', session);
  const wanted = ask.query?.toLowerCase() ?? '';
  return items
    .flatMap((item) => readOption(item))
    .filter(({ title }) => title.toLowerCase().includes(wanted))
    .slice(0, mostOptions);
}

function readOption(item: unknown): Option[] {
  const [value, title] = [idIn(item, 'id'), textField(item, 'name')];
  const privacy = textField(item, 'privacy') ?? '';
  if (value === undefined || title === undefined || privacy === 'SECRET') return [];
  const group = Object.hasOwn(groups, privacy) ? groups[privacy] : undefined;
  return [{ value, title, ...(group !== undefined && { group }) }];
}

async function listAll(path: string, session: PinterestSession): Promise<unknown[]> {
  const items: unknown[] = [];
  let bookmark = '';
  for (let page = 0; page < maxPages; page += 1) {
    const query = { page_size: String(pageSize), ...(bookmark !== '' && { bookmark }) };
    const response = await readApi(session, path, query);
    if (response.status !== 200) throw faultOf(response, session.now());
    items.push(...listIn(field(response.json, 'items')).slice(0, pageSize));
    bookmark = textField(response.json, 'bookmark') ?? '';
    if (bookmark === '') break;
  }
  return items;
}

/** A board or a section may be deleted between planning and publishing. */
export async function checkPost({ settings }: Version, session: PinterestSession): Promise<string[]> {
  const { board_id, board_section_id } = settings;
  const board = await readApi(session, `/boards/${encodeURIComponent(String(board_id))}`);
  if (board.status === 404) return ['The board of this pin no longer exists. Choose another one.'];
  if (board.status !== 200) throw faultOf(board, session.now());
  if (board_section_id === undefined) return [];
  const sections = await options(session, { field: 'board_section_id', query: undefined, settings });
  const isThere = sections.length === mostOptions || sections.some(({ value }) => value === board_section_id);
  return isThere ? [] : ['The section of this pin no longer exists on its board. Choose another one.'];
}
