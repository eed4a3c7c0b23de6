/** The changes that `npm run mutate` can make to one file. They change what the code does, never a text for people. */
import ts from 'typescript';
import { mutateSql } from './sql.ts';

/** One change: the text from `start` to `end` becomes `text`. */
export interface Mutation {
  start: number;
  end: number;
  text: string;
  /** A row of a table, or a field of one: an element of a literal outside functions. */
  isRow: boolean;
}

type Edit = Omit<Mutation, 'isRow'>;

const swapped: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
};
const swappedNumbers: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*' };

/** Fields that contain a text for people, or the origin of a value. */
const prose = /^(checked|description|hint|message|source|summary|title)$/;
const sentence = /( .*){4}/;
const logging = /\b(console|log)\b/;

export function listMutations(source: ts.SourceFile, checker: ts.TypeChecker): Mutation[] {
  const found: Mutation[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || isProse(node)) return;
    const edits = [...mutateCode(node, checker), ...mutateSql(node), ...removeElements(node)];
    if (edits.length > 0) {
      const isRow = isInTable(node);
      found.push(...edits.map((edit) => ({ ...edit, isRow })));
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return found;
}

function isProse(node: ts.Node): boolean {
  if (ts.isPropertyAssignment(node)) return prose.test(node.name.getText());
  return ts.isExpressionStatement(node) && logging.test(node.getText());
}

function mutateCode(node: ts.Node, checker: ts.TypeChecker): Edit[] {
  if (ts.isBinaryExpression(node)) return mutateOperator(node, checker);
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return negate(node.expression);
  if (ts.isConditionalExpression(node)) return negate(node.condition);
  if (ts.isReturnStatement(node) || ts.isThrowStatement(node) || isEffect(node)) return [replace(node, '{}')];
  if ('questionDotToken' in node && node.questionDotToken) {
    return [replace(node.questionDotToken as ts.Node, ts.isPropertyAccessExpression(node) ? '!.' : '!')];
  }
  return mutateLiteral(node, checker);
}

/** A call for its effect. */
function isEffect(node: ts.Node): boolean {
  if (!ts.isExpressionStatement(node)) return false;
  return ts.isAwaitExpression(node.expression) || ts.isCallExpression(node.expression);
}

function negate(condition: ts.Expression): Edit[] {
  // The operator itself is exchanged.
  if (ts.isBinaryExpression(condition) && condition.operatorToken.getText() in swapped) return [];
  return [replace(condition, `!(${condition.getText()})`)];
}

function mutateOperator(node: ts.BinaryExpression, checker: ts.TypeChecker): Edit[] {
  const operator = node.operatorToken.getText();
  if (operator === '??') return [replace(node, node.left.getText()), replace(node, node.right.getText())];
  const isNumeric = (checker.getTypeAtLocation(node.left).flags & ts.TypeFlags.NumberLike) !== 0;
  const other = swapped[operator] ?? (isNumeric ? swappedNumbers[operator] : undefined);
  return other === undefined ? [] : [replace(node.operatorToken, other)];
}

function mutateLiteral(node: ts.Node, checker: ts.TypeChecker): Edit[] {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [replace(node, 'false')];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [replace(node, 'true')];
  if (ts.isRegularExpressionLiteral(node)) return [replace(node, '/(?!)/')];
  if (ts.isStringLiteral(node)) return mutateString(node, checker);
  if (!ts.isNumericLiteral(node)) return [];
  const value = Number(node.text);
  return [value + 1, value - 1, 0].filter((each) => each !== value).map((each) => replace(node, `(${each})`));
}

/** Exchanges a member of a closed union for another one. In a table, any other text gets one more letter. */
function mutateString(node: ts.StringLiteral, checker: ts.TypeChecker): Edit[] {
  // A name, such as that of a field.
  if (ts.isPropertyAssignment(node.parent) && node.parent.name === node) return [];
  if (sentence.test(node.text)) return [];
  const expected = checker.getContextualType(node);
  const members = expected?.isUnion() ? expected.types.filter((each) => each.isStringLiteral()) : [];
  const others = members.map(({ value }) => value).filter((value) => value !== node.text);
  if (others.length > 0) return others.map((value) => replace(node, JSON.stringify(value)));
  return isInTable(node) ? [replace(node, JSON.stringify(`${node.text}x`))] : [];
}

/** Leaves out one row of a table, or one field of a row. */
function removeElements(node: ts.Node): Edit[] {
  if (!ts.isArrayLiteralExpression(node) && !ts.isObjectLiteralExpression(node)) return [];
  if (!isInTable(node)) return [];
  const parts: ts.NodeArray<ts.Node> = ts.isArrayLiteralExpression(node) ? node.elements : node.properties;
  return parts.flatMap((part, index) => {
    if (isProse(part)) return [];
    return [{ start: part.pos, end: parts[index + 1]?.pos ?? parts.end, text: '' }];
  });
}

/** Whether only literals stand between this and a variable of the module. */
function isInTable(node: ts.Node): boolean {
  for (let each = node.parent; each !== undefined; each = each.parent) {
    if (ts.isFunctionLike(each) || ts.isClassLike(each)) return false;
    if (ts.isVariableDeclaration(each))
      return isLiteral(each.initializer) && ts.isSourceFile(each.parent.parent.parent);
  }
  return false;
}

function isLiteral(value: ts.Expression | undefined): boolean {
  if (value === undefined) return false;
  if (ts.isAsExpression(value) || ts.isSatisfiesExpression(value)) return isLiteral(value.expression);
  return ts.isObjectLiteralExpression(value) || ts.isArrayLiteralExpression(value);
}

function replace(node: ts.Node, text: string): Edit {
  return { start: node.getStart(), end: node.getEnd(), text };
}
