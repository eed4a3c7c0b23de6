/** The state of a crop: which part of the picture, how it is turned, and which shape it keeps. */
import { useState } from 'react';
import { type Area, findLargest, type Size, turnArea, turnSize } from './area.ts';
import { divide, type Ratio } from './ratios.ts';

export type Shape = 'free' | 'original' | Ratio;

export interface Crop {
  area: Area;
  /** Quarter turns to the right. */
  turns: number;
  shape: Shape;
  /** Of the turned picture. */
  size: Size;
  /** Null: free. */
  ratio: number | null;
  setArea(change: (area: Area) => Area): void;
  setShape(shape: Shape): void;
  turn(): void;
  /** Nothing is cut off or turned. */
  isWhole: boolean;
}

export function useCrop(picture: Size): Crop {
  const [turns, setTurns] = useState(0);
  const [shape, setShape] = useState<Shape>('free');
  const [area, setArea] = useState<Area>(() => findLargest(picture, null));
  const size = turnSize(picture, turns);
  const ratio = ratioOf(shape, size);
  return {
    area,
    turns,
    shape,
    size,
    ratio,
    setArea,
    setShape(chosen) {
      setShape(chosen);
      const wanted = ratioOf(chosen, size);
      if (wanted !== null) setArea(findLargest(size, wanted));
    },
    turn() {
      const turned = turnSize(picture, turns + 1);
      const kept = ratioOf(shape, turned);
      setTurns((turns + 1) % 4);
      setArea(kept === null || shape === 'original' ? turnArea(area, size) : findLargest(turned, kept));
    },
    isWhole: turns === 0 && area.width > size.width - 1 && area.height > size.height - 1,
  };
}

function ratioOf(shape: Shape, { width, height }: Size): number | null {
  if (shape === 'free') return null;
  return shape === 'original' ? width / height : divide(shape);
}
