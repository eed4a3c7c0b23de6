/** The shape of values: of a row type's property, or of the values that a test saw. */

export type Kind = 'string' | 'number' | 'boolean' | 'null' | 'bytes' | 'date' | 'object' | 'array';

export interface Shape {
  kinds: Kind[];
  /** Any value fits: `unknown`, or a type that is open, such as any JSON. */
  isOpen?: boolean;
  /** Of objects. Absent: any field. */
  fields?: Record<string, Field>;
  /** Objects may have other fields, too. */
  hasMore?: boolean;
  /** Of arrays. Absent: any item. */
  items?: Shape;
}

interface Field {
  shape: Shape;
  /** Some objects do not have it. */
  isOptional: boolean;
}

/** The shape that both shapes fit. */
export function mergeShapes(a: Shape, b: Shape): Shape {
  const kinds = [...new Set([...a.kinds, ...b.kinds])];
  const items = a.items && b.items ? mergeShapes(a.items, b.items) : (a.items ?? b.items);
  const fields = a.fields && b.fields ? mergeFields(a.fields, b.fields) : (a.fields ?? b.fields);
  return {
    kinds,
    ...((a.isOpen || b.isOpen) && { isOpen: true }),
    ...((a.hasMore || b.hasMore) && { hasMore: true }),
    ...(items && { items }),
    ...(fields && { fields }),
  };
}

function mergeFields(a: Record<string, Field>, b: Record<string, Field>): Record<string, Field> {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [left, right] = [a[name], b[name]];
      if (left === undefined || right === undefined) {
        return [name, { shape: (left ?? right)?.shape ?? { kinds: [] }, isOptional: true }];
      }
      const isOptional = left.isOptional || right.isOptional;
      return [name, { shape: mergeShapes(left.shape, right.shape), isOptional }];
    }),
  );
}

export function shapeOf(value: unknown): Shape {
  if (value === null || value === undefined) return { kinds: ['null'] };
  if (Array.isArray(value)) {
    const items = value
      .map(shapeOf)
      .reduce<Shape | undefined>((a, b) => (a ? mergeShapes(a, b) : b), undefined);
    return { kinds: ['array'], ...(items && { items }) };
  }
  if (value instanceof Uint8Array) return { kinds: ['bytes'] };
  if (value instanceof Date) return { kinds: ['date'] };
  if (typeof value !== 'object') return { kinds: [typeof value as Kind] };
  const fields = Object.entries(value).map(([name, of]) => [name, { shape: shapeOf(of), isOptional: false }]);
  return { kinds: ['object'], fields: Object.fromEntries(fields) };
}
