import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

interface IconSet {
  icons: Record<string, { body: string }>;
  aliases: Record<string, { parent: string }>;
}

const PREFIX = 'icon:';

/**
 * `import Bell from 'icon:bell'` is a component that draws that icon of Lucide, and nothing else of the set. It is made
 * of elements and not of HTML, because the policy of the app allows no HTML from text.
 */
export function icons(): Plugin {
  let set: IconSet | undefined;
  return {
    name: 'icons',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      set ??= readSet();
      const name = id.slice(PREFIX.length + 1);
      const icon = set.icons[set.aliases[name]?.parent ?? name];
      if (icon === undefined) throw new Error(`Lucide has no icon “${name}”.`);
      return writeComponent(icon.body);
    },
  };
}

function readSet(): IconSet {
  return JSON.parse(
    readFileSync(fileURLToPath(import.meta.resolve('@iconify-json/lucide/icons.json')), 'utf8'),
  );
}

function writeComponent(body: string): string {
  const shapes = [...body.matchAll(/<(path|circle|rect|line|polyline|polygon|ellipse)\s([^>]*?)\/?>/g)].map(
    ([, tag, attributes = ''], key) => `jsx('${tag}', ${JSON.stringify(readAttributes(attributes))}, ${key})`,
  );
  const group = Object.assign(
    {},
    ...[...body.matchAll(/<g\s([^>]*)>/g)].map(([, one = '']) => readAttributes(one)),
  );
  return `import { jsx, jsxs } from 'react/jsx-runtime';
const group = ${JSON.stringify(group)};
const shapes = [${shapes.join(', ')}];
export default function Icon(props) {
  return jsx('svg', { viewBox: '0 0 24 24', width: 18, height: 18, 'aria-hidden': true, ...props,
    children: jsxs('g', { ...group, children: shapes }) });
}
`;
}

function readAttributes(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}
