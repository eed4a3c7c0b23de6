/** Generates the tables of `docs/api.md` between marks, and keeps its text. */
import { readFile } from 'node:fs/promises';
import type { DetailCode } from '../../contract/details.ts';
import { detail, detailCodes, sentences } from '../../contract/details.ts';
import { PostIn } from '../../contract/posts.ts';
import type { Route } from '../../contract/route.ts';
import { routes } from '../../contract/routes.ts';
import { tags } from '../../contract/tags.ts';
import { TargetIn } from '../../contract/targets.ts';
import { renderNotices } from './notices.ts';

const tables: Record<string, () => string> = {
  endpoints: renderEndpoints,
  ignored: renderIgnored,
  notices: renderNotices,
  idempotent: () => listEndpoints(({ idempotent }) => idempotent === true),
  conditional: () => listEndpoints(({ conditional }) => conditional === true),
  details: renderDetails,
};

export function renderApi(): Promise<string> {
  return fillTables('docs/api.md', tables);
}

/** The text of the page, with new tables between their marks. */
export async function fillTables(path: string, made: Record<string, () => string>): Promise<string> {
  const text = await readFile(path, 'utf8');
  return Object.entries(made).reduce((page, [name, render]) => {
    const part = new RegExp(`(<!-- generated: ${name} -->\n)[^]*?(<!-- end of ${name} -->)`);
    if (!part.test(page)) throw new Error(`${path} lacks the marks of the table “${name}”.`);
    return page.replace(part, (_, begin: string, end: string) => `${begin}\n${render()}\n${end}`);
  }, text);
}

function renderEndpoints(): string {
  return tags
    .map(({ description, routes }) => {
      const rows = Object.entries(routes as Record<string, Route>).map(renderEndpoint);
      return `${description}\n\n| endpoint | | needs | operation |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
    })
    .join('\n');
}

const needs: Record<string, string> = {
  open: 'no credentials',
  person: 'a session',
  signed_in: 'a session or any API key',
};

function renderEndpoint([name, route]: [string, Route]): string {
  const { summary, permission } = route;
  const needed = needs[permission] ?? `\`${permission}\``;
  return `| \`${addressOf(route)}\` | ${summary} | ${needed} | \`${name}\` |`;
}

/** Method and path, as readers of the documents know them. */
export function addressOf({ method, path }: Route): string {
  return `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;
}

function listEndpoints(isListed: (route: Route) => boolean): string {
  const listed = Object.values<Route>(routes).filter(isListed);
  return listed.map((route) => `- \`${addressOf(route)}\`\n`).join('');
}

function renderIgnored(): string {
  const parts = { 'the post': PostIn, 'a target': TargetIn };
  const rows = Object.entries(parts).map(([name, { properties }]) => {
    const fields = Object.entries(properties).filter(([, field]) => 'readOnly' in field);
    return `| ${name} | ${fields.map(([field]) => `\`${field}\``).join(', ')} |`;
  });
  return `| in | ignored fields |\n| --- | --- |\n${rows.join('\n')}\n`;
}

function renderDetails(): string {
  const rows = detailCodes.map((code) => {
    const { example = {} } = sentences[code] as { example?: object };
    const make = detail as (field: string, code: DetailCode, params: object) => { message: string };
    const params = Object.keys(example).map((name) => `\`${name}\``);
    return `| \`${code}\` | ${params.join(', ')} | ${make('field', code, example).message} |`;
  });
  return `| code | params | an example of its sentence |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}
