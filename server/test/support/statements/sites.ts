/** Finds the calls that run statements, with the row type of each. */
import { relative } from 'node:path';
import ts from 'typescript';
import type { Shape } from './shape.ts';
import { shapeOfType } from './type-shape.ts';

export interface Site {
  /** `path:line:column`, relative to the root. The column is that of the method's name, as in a stack. */
  at: string;
  /** The shape of the row type; undefined if the call has none. */
  row: Shape | undefined;
}

const METHODS = new Set(['row', 'rows']);
const INTERFACE = 'server/src/db/database.ts';

/** `files` are paths below `root`, which has a `tsconfig.json`. */
export function findSites(root: string, files: readonly string[]): Site[] {
  const { config } = ts.readConfigFile(`${root}/tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files }, ts.sys, root);
  const paths = files.map((file) => `${root}/${file}`);
  const program = ts.createProgram(paths, options);
  const checker = program.getTypeChecker();
  return paths
    .filter((path) => !path.endsWith(INTERFACE))
    .flatMap((path) => {
      const source = program.getSourceFile(path);
      if (source === undefined) throw new Error(`${path} does not exist.`);
      return callsIn(source).flatMap((call) => siteOf(call, checker, root));
    });
}

function callsIn(root: ts.SourceFile): ts.CallExpression[] {
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node)) calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return calls;
}

function siteOf(call: ts.CallExpression, checker: ts.TypeChecker, root: string): Site[] {
  if (!ts.isPropertyAccessExpression(call.expression) || !METHODS.has(call.expression.name.text)) return [];
  const signature = checker.getResolvedSignature(call);
  if (!signature?.declaration?.getSourceFile().fileName.endsWith(INTERFACE)) return [];
  const source = call.getSourceFile();
  const { line, character } = source.getLineAndCharacterOfPosition(call.expression.name.getStart());
  const row = rowOf(signature, checker);
  return [
    {
      at: `${relative(root, source.fileName)}:${line + 1}:${character + 1}`,
      row: row && shapeOfType(row, checker),
    },
  ];
}

/** `Row` of `Promise<Row[]>` or `Promise<Row | undefined>`; undefined for the default, which has no properties. */
function rowOf(signature: ts.Signature, checker: ts.TypeChecker): ts.Type | undefined {
  const awaited = checker.getAwaitedType(signature.getReturnType());
  const present = awaited && checker.getNonNullableType(awaited);
  const isList = present !== undefined && checker.isArrayType(present);
  const row = isList ? checker.getTypeArguments(present as ts.TypeReference)[0] : present;
  return row !== undefined && checker.getPropertiesOfType(row).length > 0 ? row : undefined;
}
