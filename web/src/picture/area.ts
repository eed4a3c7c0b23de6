/** The area of a picture that is kept, in pixels of the picture. Pure. */

export interface Size {
  width: number;
  height: number;
}

export interface Area extends Size {
  x: number;
  y: number;
}

export type Corner = 'nw' | 'ne' | 'sw' | 'se';

/** No side of an area is shorter than this part of the picture's shorter side. */
const LEAST = 0.05;

/** The largest area in the middle with this ratio of width to height; of null, the whole picture. */
export function findLargest({ width, height }: Size, ratio: number | null): Area {
  if (ratio === null) return { x: 0, y: 0, width, height };
  const kept = { width: Math.min(width, height * ratio), height: Math.min(height, width / ratio) };
  return { x: (width - kept.width) / 2, y: (height - kept.height) / 2, ...kept };
}

export function moveArea(area: Area, x: number, y: number, size: Size): Area {
  return {
    ...area,
    x: between(0, area.x + x, size.width - area.width),
    y: between(0, area.y + y, size.height - area.height),
  };
}

/** Around its middle, with its own ratio, as far as the picture reaches. */
export function scaleArea(area: Area, factor: number, size: Size): Area {
  const least = leastOf(size) / Math.min(area.width, area.height);
  const most = Math.min(size.width / area.width, size.height / area.height);
  const by = between(Math.min(least, 1), factor, Math.max(most, 1));
  const [width, height] = [area.width * by, area.height * by];
  const scaled = { x: area.x, y: area.y, width, height };
  return moveArea(scaled, (area.width - width) / 2, (area.height - height) / 2, size);
}

/** The corner follows the point; the opposite one stays. */
export function dragCorner(
  area: Area,
  corner: Corner,
  point: { x: number; y: number },
  ratio: number | null,
  size: Size,
): Area {
  const [isWest, isNorth] = [corner.endsWith('w'), corner.startsWith('n')];
  const [fixedX, fixedY] = [isWest ? area.x + area.width : area.x, isNorth ? area.y + area.height : area.y];
  const room = { x: isWest ? fixedX : size.width - fixedX, y: isNorth ? fixedY : size.height - fixedY };
  const least = leastOf(size);
  const wanted = {
    width: between(Math.min(least, room.x), isWest ? fixedX - point.x : point.x - fixedX, room.x),
    height: between(Math.min(least, room.y), isNorth ? fixedY - point.y : point.y - fixedY, room.y),
  };
  const width =
    ratio === null
      ? wanted.width
      : Math.min(Math.max(wanted.width, wanted.height * ratio), room.x, room.y * ratio);
  const height = ratio === null ? wanted.height : width / ratio;
  return { x: isWest ? fixedX - width : fixedX, y: isNorth ? fixedY - height : fixedY, width, height };
}

/** The same part of the picture after a quarter turn to the right. `size`: of the picture before. */
export function turnArea({ x, y, width, height }: Area, size: Size): Area {
  return { x: size.height - y - height, y: x, width: height, height: width };
}

/** After some quarter turns. */
export function turnSize({ width, height }: Size, turns: number): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

function leastOf({ width, height }: Size): number {
  return Math.min(width, height) * LEAST;
}

function between(least: number, value: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(most, least));
}
