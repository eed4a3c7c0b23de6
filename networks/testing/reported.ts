/** Finds in the source of the networks every rule that they can report. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export type Report = 'Violation' | 'Advice';

/** `rules` by the type of the report. `unread`: places whose rule this reader cannot tell. */
export interface Found {
  rules: Record<Report, Set<string>>;
  unread: string[];
}

const root = join(import.meta.dirname, '../..');
const known = /\.test\.ts$|\/fake|\/testing\/|conformance|core\/judging/;
const sources = ['networks/**/*.ts', 'contract/schedulable.ts'];

/** What the functions of `core/judging.ts` report. Their third argument is the rule. */
const judging: ReadonlyMap<string, Report> = new Map([
  ['unless', 'Violation'],
  ['when', 'Advice'],
]);
const ruleOfJudging = 2;

/** The values of variables in a template. */
const variables: Readonly<Record<string, () => string[]>> = {
  kind: () => ['image', 'video'],
  'media.kind': () => ['image', 'video'],
  tier: listTiers,
};

export function findRules(): Found {
  const found: Found = { rules: { Violation: new Set(), Advice: new Set() }, unread: [] };
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: root }));
  for (const file of files.filter((name) => !known.test(name) && !name.includes('node_modules'))) {
    const text = readFileSync(join(root, file), 'utf8');
    if (/\b(?:Violation|Advice)\b/.test(text)) readSource(file, text, found);
  }
  return found;
}

function readSource(file: string, text: string, found: Found): void {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const takers = new Map(Array.from(judging.keys(), (name) => [name, ruleOfJudging]));
  visit(source, (node) => {
    const at = ts.isFunctionLike(node)
      ? node.parameters.findIndex(({ name }) => name.getText() === 'rule')
      : -1;
    if (at >= 0) takers.set(nameOf(node), at);
  });
  visit(source, (node) => {
    const value = valueIn(node, takers);
    if (value === undefined) return;
    const [report, rules] = [reportOf(node), literalsOf(value)];
    // The function passes on the rule that it takes. Its callers state it.
    if (rules.length === 0 && ts.isIdentifier(value) && value.text === 'rule') return;
    if (report === undefined || rules.length === 0) found.unread.push(`${file}: ${node.getText()}`);
    else for (const rule of rules) found.rules[report].add(rule);
  });
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}

function nameOf(node: ts.Node): string {
  const named = ts.isFunctionDeclaration(node) ? node : node.parent;
  return (named as { name?: ts.Node }).name?.getText() ?? '';
}

/** What a node states as a rule: a property, or an argument of a function that takes a rule. */
function valueIn(node: ts.Node, takers: ReadonlyMap<string, number>): ts.Expression | undefined {
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'rule') return node.initializer;
  if (!ts.isCallExpression(node)) return undefined;
  return node.arguments[takers.get(node.expression.getText()) ?? -1];
}

/** What the call reports, or else the type that the function or constant around the node states. */
function reportOf(node: ts.Node): Report | undefined {
  const called = ts.isCallExpression(node) ? judging.get(node.expression.getText()) : undefined;
  if (called !== undefined) return called;
  for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent) {
    const type = (at as { type?: ts.TypeNode }).type?.getText() ?? '';
    const [report] = /\b(?:Violation|Advice)\b/.exec(type) ?? [];
    if (report !== undefined) return report as Report;
  }
  return undefined;
}

/** The texts that an expression can have: literals, templates, and what a name was given. */
function literalsOf(node: ts.Node): string[] {
  if (ts.isIdentifier(node)) return declarationsOf(node).flatMap(literalsOf);
  if (ts.isTemplateExpression(node)) return expand(node);
  if (ts.isStringLiteral(node)) return [node.text];
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    const isTested = ts.isConditionalExpression(node) && child === node.condition;
    if (!isTested && !ts.isIdentifier(child)) children.push(child);
  });
  return children.flatMap(literalsOf);
}

function expand({ head, templateSpans }: ts.TemplateExpression): string[] {
  return templateSpans.reduce(
    (texts, { expression, literal }) => {
      const values = variables[expression.getText()]?.() ?? [];
      return texts.flatMap((text) => values.map((value) => text + value + literal.text));
    },
    [head.text],
  );
}

/** The type of a parameter, or the value of a constant, of this name around the node. */
function declarationsOf(name: ts.Identifier): ts.Node[] {
  for (let at: ts.Node | undefined = name.parent; at !== undefined; at = at.parent) {
    const own: ts.Node[] = [];
    if (ts.isFunctionLike(at))
      for (const one of at.parameters) if (one.name.getText() === name.text && one.type) own.push(one.type);
    if (ts.isBlock(at))
      visit(at, (node) => {
        const isIt = ts.isVariableDeclaration(node) && node.name.getText() === name.text;
        if (isIt && node.initializer) own.push(node.initializer);
      });
    if (own.length > 0) return own;
  }
  return [];
}

/** The keys of `export const tiers`, which `adviseTier` turns into rules. */
function listTiers(): string[] {
  return globSync('networks/**/{tiers,rules}.ts', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .flatMap((text) => /export const tiers = \{([\s\S]+)\} as const/.exec(text)?.[1] ?? [])
    .flatMap((body) => [...body.matchAll(/^ {2}(\w+):/gm)].map(([, tier = '']) => tier));
}
