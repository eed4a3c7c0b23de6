/** The shape of a TypeScript type. */
import ts from 'typescript';
import { type Kind, mergeShapes, type Shape } from './shape.ts';

/** Levels of a type that are compared. Deeper ones are open, so that types such as that of any JSON end. */
const MAX_DEPTH = 6;

const KINDS: readonly (readonly [ts.TypeFlags, Kind])[] = [
  [ts.TypeFlags.StringLike, 'string'],
  [ts.TypeFlags.NumberLike, 'number'],
  [ts.TypeFlags.BooleanLike, 'boolean'],
  [ts.TypeFlags.Null, 'null'],
];
const OBJECTS: Readonly<Record<string, Kind>> = { Buffer: 'bytes', Uint8Array: 'bytes', Date: 'date' };
const OPEN: Shape = { kinds: [], isOpen: true };

export function shapeOfType(type: ts.Type, checker: ts.TypeChecker, depth = 0): Shape {
  if (depth > MAX_DEPTH || type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return OPEN;
  const simple = simpleKindOf(type);
  if (simple !== undefined) return { kinds: [simple] };
  if (type.flags & ts.TypeFlags.Undefined) return { kinds: [] };
  if (type.isUnion()) {
    return type.types.map((one) => shapeOfType(one, checker, depth)).reduce(mergeShapes);
  }
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const items = checker.getTypeArguments(type as ts.TypeReference);
    const shapes = items.map((item) => shapeOfType(item, checker, depth + 1));
    return { kinds: ['array'], ...(shapes.length > 0 && { items: shapes.reduce(mergeShapes) }) };
  }
  return shapeOfObject(type, checker, depth);
}

function simpleKindOf(type: ts.Type): Kind | undefined {
  const simple = KINDS.find(([flags]) => type.flags & flags)?.[1];
  if (simple !== undefined) return simple;
  // A text with a mark of its own, such as `string & { id: true }`.
  if (type.isIntersection()) return type.types.map(simpleKindOf).find((kind) => kind !== undefined);
  return OBJECTS[type.getSymbol()?.name ?? ''];
}

function shapeOfObject(type: ts.Type, checker: ts.TypeChecker, depth: number): Shape {
  const properties = checker.getPropertiesOfType(type);
  // TypeScript's `{}` allows any fields.
  const hasMore = properties.length === 0 || checker.getIndexInfosOfType(type).length > 0;
  const fields = properties.map((property) => {
    const shape = shapeOfType(checker.getTypeOfSymbol(property), checker, depth + 1);
    return [property.name, { shape, isOptional: (property.flags & ts.SymbolFlags.Optional) !== 0 }] as const;
  });
  return { kinds: ['object'], fields: Object.fromEntries(fields), ...(hasMore && { hasMore }) };
}
