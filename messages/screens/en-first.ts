/** The words of the frame, the calendar and what can go wrong there, in English: a browser loads them before the first paint. */
import { calendar } from './en/calendar.ts';
import { details } from './en/details.ts';
import { errors } from './en/errors.ts';
import { fields } from './en/fields.ts';
import { frame } from './en/frame.ts';
import { states } from './en/states.ts';

export const firstScreens = { calendar, details, errors, fields, frame, states };

export type FirstScreens = typeof firstScreens;
