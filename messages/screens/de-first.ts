/** The words of the frame, the calendar and what can go wrong there, in German: a browser loads them before the first paint. */
import { calendar } from './de/calendar.ts';
import { details } from './de/details.ts';
import { errors } from './de/errors.ts';
import { fields } from './de/fields.ts';
import { frame } from './de/frame.ts';
import { states } from './de/states.ts';
import type { FirstScreens } from './en-first.ts';

export const firstScreens: FirstScreens = { calendar, details, errors, fields, frame, states };
