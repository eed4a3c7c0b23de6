/** The changes that `npm run mutate` can make to SQL in a string. */
import ts from 'typescript';

interface Edit {
  start: number;
  end: number;
  text: string;
}

const end = String.raw`(?=\s+(?:and|as|order by|group by|for update|limit|returning)\s|\)|,|\n|$)`;
const condition = String.raw`(?:[^()\n]|\([^()\n]*\))*?`;

/** A pattern, and the text that replaces what it matches. */
const changes: readonly (readonly [RegExp, string])[] = [
  [new RegExp(String.raw`\s+and\s${condition}${end}`, 'g'), ''],
  [new RegExp(String.raw`(?<=\swhere\s)${condition}\s+and\s`, 'g'), ''],
  [/ <= /g, ' < '],
  [/ < /g, ' <= '],
  [/ >= /g, ' > '],
  [/ > /g, ' >= '],
  [/ desc\b/g, ' asc'],
  [/(?<=\sorder by [\w.]+)(?=[,\s)]|$)/g, ' desc'],
  [/ for (no key )?update( of \w+)?( skip locked)?/g, ''],
  [/(?<=interval ')\d+/g, '0'],
];

/** The edits of a literal, or of one part of a template. */
export function mutateSql(node: ts.Node): Edit[] {
  if (!/\/(store|journal)\.ts$|\/db\//.test(node.getSourceFile().fileName)) return [];
  const isEnd =
    ts.isNoSubstitutionTemplateLiteral(node) || ts.isStringLiteral(node) || ts.isTemplateTail(node);
  if (!isEnd && !ts.isTemplateHead(node) && !ts.isTemplateMiddle(node)) return [];
  const from = node.getStart() + 1;
  const text = node.getText().slice(1, isEnd ? -1 : -2);
  return changes.flatMap(([pattern, replacement]) =>
    [...text.matchAll(pattern)]
      // What reaches the end of a part goes on in the next one.
      .filter(({ 0: found, index }) => isEnd || index + found.length < text.length)
      .map(({ 0: found, index }) => ({
        start: from + index,
        end: from + index + found.length,
        text: replacement,
      })),
  );
}
