import { expect, test } from 'vitest';
import { describeApi } from '../openapi.ts';

const { paths, components } = describeApi('https://belfry.example.org');

/** Each object of more than two fields below `part`, with its place. */
function listObjects(part: unknown, place: string): { place: string; shape: string }[] {
  if (typeof part !== 'object' || part === null) return [];
  const { type, properties = {}, additionalProperties } = part as Record<string, unknown>;
  const isOne = type === 'object' && Object.keys(properties as object).length > 2;
  const own = isOne ? [{ place, shape: JSON.stringify({ properties, additionalProperties }) }] : [];
  return [...own, ...Object.entries(part).flatMap(([key, each]) => listObjects(each, `${place}/${key}`))];
}

test('a shape that requests or answers have twice is named, so that a generated client has it once', () => {
  const objects = listObjects({ paths, components }, '');
  expect(objects.length).toBeGreaterThan(100);
  const repeated = [...Map.groupBy(objects, ({ shape }) => shape).values()].filter(
    ({ length }) => length > 1,
  );
  expect(repeated.map((same) => same.map(({ place }) => place))).toEqual([]);
});
