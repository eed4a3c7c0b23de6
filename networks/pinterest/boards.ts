/** The boards of an account and their sections: https://developers.pinterest.com/docs/api/v5/boards-list (2026-11-22). */
import { digitsField, listField, textField } from '../core/json.ts';
import type { Version } from '../core/limits.ts';
import type { Option, OptionsAsk } from '../core/network.ts';
import { findOptions, mostOptions } from '../core/options.ts';
import { ask, type PinterestSession, readPages } from './api.ts';

const pages = { size: 250, most: 10 };

const groups = new Map([
  ['PUBLIC', 'Public'],
  ['PROTECTED', 'Protected'],
]);

/** Boards whose names contain what a person typed. Secret boards need a scope that Belfry does not ask for. */
export async function options(session: PinterestSession, { field, query, settings }: OptionsAsk) {
  const board = digitsField(settings, 'board_id');
  const isSection = field === 'board_section_id';
  if (isSection && board === undefined) return [];
  const found: Option[] = [];
  for await (const { json } of readPages(session, isSection ? `/boards/${board}/sections` : '/boards', pages))
    found.push(...listField(json, 'items').slice(0, pages.size).flatMap(readOption));
  return findOptions(found, query);
}

function readOption(item: unknown): Option[] {
  const [value, title] = [digitsField(item, 'id'), textField(item, 'name')];
  const privacy = textField(item, 'privacy') ?? '';
  if (value === undefined || title === undefined || privacy === 'SECRET') return [];
  const group = groups.get(privacy);
  return [{ value, title, ...(group !== undefined && { group }) }];
}

/** A board or a section may be deleted between planning and publishing. */
export async function checkPost({ settings }: Version, session: PinterestSession): Promise<string[]> {
  const { board_id, board_section_id } = settings;
  const path = `/boards/${encodeURIComponent(String(board_id))}`;
  const status = await ask(session, { path, accepts: [200, 404] }, (_, answer) => answer.status);
  if (status === 404) return ['The board of this pin no longer exists. Choose another one.'];
  if (board_section_id === undefined) return [];
  const sections = await options(session, { field: 'board_section_id', query: undefined, settings });
  const isThere = sections.length === mostOptions || sections.some(({ value }) => value === board_section_id);
  return isThere ? [] : ['The section of this pin no longer exists on its board. Choose another one.'];
}
