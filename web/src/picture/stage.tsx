/** The picture with the frame around what is kept. The frame is moved and sized by pointer, finger and keys. */
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useId, useRef } from 'react';
import { useWords } from '../words/words.ts';
import { type Area, type Corner, dragCorner, moveArea, scaleArea } from './area.ts';
import styles from './picture.module.css';
import { turnContext } from './pixels.ts';
import type { Crop } from './use-crop.ts';

const corners: readonly Corner[] = ['nw', 'ne', 'sw', 'se'];

interface Drag {
  corner: Corner | undefined;
  from: { x: number; y: number };
  area: Area;
}

export function Stage({ bitmap, crop, scale }: { bitmap: ImageBitmap; crop: Crop; scale: number }) {
  const { picture } = useWords();
  const hint = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const drag = useDrag(crop, canvas);
  const { area, size, turns } = crop;
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.resetTransform();
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    turnContext(context, turns);
    context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
  }, [bitmap, turns]);
  const place = {
    left: percent(area.x, size.width),
    top: percent(area.y, size.height),
    width: percent(area.width, size.width),
    height: percent(area.height, size.height),
  };
  const measured = { width: Math.round(area.width * scale), height: Math.round(area.height * scale) };
  return (
    <>
      <div className={styles['stage']} style={{ '--ratio': size.width / size.height } as CSSProperties}>
        <canvas ref={canvas} width={size.width} height={size.height} />
        <button
          type="button"
          className={styles['frame']}
          style={place}
          aria-label={picture.area(measured)}
          aria-describedby={hint}
          onKeyDown={(event) => byKey(event, crop)}
          {...drag}
        >
          {corners.map((corner) => (
            <span key={corner} className={styles['corner']} data-corner={corner} />
          ))}
        </button>
      </div>
      <p className={styles['hint']}>
        <span role="status">{picture.size(measured)}</span> <span id={hint}>{picture.keys()}</span>
      </p>
    </>
  );
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;

function useDrag({ area, size, ratio, setArea }: Crop, canvas: { current: HTMLCanvasElement | null }) {
  const drag = useRef<Drag>(undefined);
  const pointOf = (event: PointerEvent) => {
    const shown = canvas.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    const scale = size.width / shown.width;
    return { x: (event.clientX - shown.x) * scale, y: (event.clientY - shown.y) * scale };
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const corner = (event.target as HTMLElement).dataset['corner'] as Corner | undefined;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { corner, from: pointOf(event), area };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const begun = drag.current;
      if (begun === undefined) return;
      const { x, y } = pointOf(event);
      const { corner, from } = begun;
      if (corner !== undefined) setArea(() => dragCorner(begun.area, corner, { x, y }, ratio, size));
      else setArea(() => moveArea(begun.area, x - from.x, y - from.y, size));
    },
    onLostPointerCapture() {
      drag.current = undefined;
    },
  };
}

/** Arrows move by a hundredth of the picture, with Shift by a tenth. */
function byKey(event: KeyboardEvent, { size, setArea }: Crop): void {
  const step = Math.max(size.width, size.height) / (event.shiftKey ? 10 : 100);
  const [x, y] =
    { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [];
  const factor = { '+': 1.05, '=': 1.05, '-': 1 / 1.05 }[event.key];
  if (x !== undefined && y !== undefined) setArea((area) => moveArea(area, x * step, y * step, size));
  else if (factor !== undefined) setArea((area) => scaleArea(area, factor, size));
  else return;
  event.preventDefault();
}
