/** Finds in the source of the networks the sentences that people may read. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '../..');
/** Tests and fakes, and two files whose errors are for programmers. */
const others = /\.test\.ts$|\/fake|\/testing\/|conformance|node_modules|sandbox\/input|core\/named-files/;
const plain = /^[“(]?[\p{L}’-]+[”),.;:!]*$/u;

/** Each with its file. What a template inserts is an ellipsis. */
export function findSentences(): { file: string; text: string }[] {
  const files = globSync('networks/**/*.ts', { cwd: root }).filter((file) => !others.test(file));
  return files.flatMap((file) =>
    textsIn(readFileSync(join(root, file), 'utf8'))
      .filter(isSentence)
      .map((text) => ({ file, text })),
  );
}

function textsIn(source: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node))
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('', source, ts.ScriptTarget.Latest));
  return texts;
}

function isSentence(text: string): boolean {
  const words = text.split(/\s+/);
  const count = words.filter((word) => plain.test(word)).length;
  return count >= 3 && count >= words.length / 2;
}
