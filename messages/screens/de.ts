/** The words of the web app in German. */
import { composer } from './de/composer.ts';
import { doors } from './de/doors.ts';
import { frame } from './de/frame.ts';
import { states } from './de/states.ts';
import type { Screens } from './en.ts';

export const screens: Screens = { composer, frame, doors, states };
