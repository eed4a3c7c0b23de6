/** The words of the web app in English. A browser loads one language. */
import { composer } from './en/composer.ts';
import { doors } from './en/doors.ts';
import { frame } from './en/frame.ts';
import { states } from './en/states.ts';

export const screens = { composer, frame, doors, states };

export type Screens = typeof screens;
