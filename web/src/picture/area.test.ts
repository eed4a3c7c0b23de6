import { expect, test } from 'vitest';
import { dragCorner, findLargest, moveArea, scaleArea, turnArea, turnSize } from './area.ts';

const size = { width: 600, height: 400 };
const middle = { x: 200, y: 100, width: 200, height: 200 };

test.each([
  ['the whole picture', null, { x: 0, y: 0, width: 600, height: 400 }],
  ['a square', 1, { x: 100, y: 0, width: 400, height: 400 }],
  ['a wide area', 3, { x: 0, y: 100, width: 600, height: 200 }],
])('the largest area is %s', (_, ratio, area) => {
  expect(findLargest(size, ratio)).toEqual(area);
});

test('an area stays in the picture when it is moved', () => {
  expect(moveArea(middle, 10, -5, size)).toEqual({ ...middle, x: 210, y: 95 });
  expect(moveArea(middle, -900, 900, size)).toEqual({ ...middle, x: 0, y: 200 });
});

test('an area grows and shrinks around its middle with its ratio, as far as the picture reaches', () => {
  expect(scaleArea(middle, 0.5, size)).toEqual({ x: 250, y: 150, width: 100, height: 100 });
  expect(scaleArea(middle, 9, size)).toEqual({ x: 100, y: 0, width: 400, height: 400 });
  expect(scaleArea(middle, 0, size)).toEqual({ x: 290, y: 190, width: 20, height: 20 });
});

test.each([
  ['se', { x: 450, y: 320 }, { x: 200, y: 100, width: 250, height: 220 }],
  ['nw', { x: 150, y: 80 }, { x: 150, y: 80, width: 250, height: 220 }],
  ['ne', { x: 9999, y: -50 }, { x: 200, y: 0, width: 400, height: 300 }],
  ['sw', { x: 9999, y: -50 }, { x: 380, y: 100, width: 20, height: 20 }],
] as const)('the corner %s follows the pointer, and the opposite one stays', (corner, point, area) => {
  expect(dragCorner(middle, corner, point, null, size)).toEqual(area);
});

test('a corner keeps the ratio, within the picture', () => {
  expect(dragCorner(middle, 'se', { x: 430, y: 110 }, 1, size)).toEqual({
    ...middle,
    width: 230,
    height: 230,
  });
  expect(dragCorner(middle, 'se', { x: 600, y: 400 }, 1, size)).toEqual({
    ...middle,
    width: 300,
    height: 300,
  });
  expect(dragCorner(middle, 'nw', { x: 0, y: 0 }, 2, size)).toEqual({
    x: 0,
    y: 100,
    width: 400,
    height: 200,
  });
});

test('four quarter turns bring an area back', () => {
  const area = { x: 10, y: 20, width: 100, height: 50 };
  expect(turnArea(area, size)).toEqual({ x: 330, y: 10, width: 50, height: 100 });
  let [turned, of] = [area, size];
  for (let turn = 0; turn < 4; turn += 1) [turned, of] = [turnArea(turned, of), turnSize(of, 1)];
  expect(turned).toEqual(area);
});
