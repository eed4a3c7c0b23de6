import { expect, test } from 'vitest';
import { offerRatios } from './ratios.ts';

const offered = (...spans: [number, number][]) => offerRatios(spans).map((ratio) => ratio.join(':'));

test('without bounds, the usual ratios are offered', () => {
  expect(offered()).toEqual(['1:1', '4:5', '3:4', '9:16', '4:3', '3:2', '16:9']);
});

test('only ratios that every network takes are offered', () => {
  expect(offered([0.8, 1.91])).toEqual(['1:1', '4:5', '4:3', '3:2', '16:9', '1.91:1']);
  expect(offered([0.8, 1.91], [0.1, 1])).toEqual(['1:1', '4:5']);
});

test('if no ratio suits all networks, those of each are offered', () => {
  expect(offered([0.5, 0.6], [1.7, 1.8])).toEqual(['9:16', '16:9']);
});
