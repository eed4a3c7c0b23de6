/** Generates the tables of `docs/api.md` between marks, and keeps its text. */
import { readFile } from 'node:fs/promises';
import type { DetailCode } from '../../contract/details.ts';
import { detail, detailCodes, sentences } from '../../contract/details.ts';
import type { Route } from '../../contract/route.ts';
import { tags } from '../../contract/tags.ts';

const tables: Record<string, () => string> = { endpoints: renderEndpoints, details: renderDetails };

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

const needs: Record<string, string> = { open: 'no credentials', person: 'a session' };

function renderEndpoint([name, { method, path, summary, permission }]: [string, Route]): string {
  const address = `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;
  return `| \`${address}\` | ${summary} | ${needs[permission] ?? `\`${permission}\``} | \`${name}\` |`;
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
