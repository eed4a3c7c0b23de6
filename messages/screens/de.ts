/** The words of the web app in German. */
import { attention } from './de/attention.ts';
import { calendar } from './de/calendar.ts';
import { channels } from './de/channels.ts';
import { comments } from './de/comments.ts';
import { composer } from './de/composer.ts';
import { details } from './de/details.ts';
import { doors } from './de/doors.ts';
import { errors } from './de/errors.ts';
import { faults } from './de/faults.ts';
import { fields } from './de/fields.ts';
import { frame } from './de/frame.ts';
import { labels } from './de/labels.ts';
import { post } from './de/post.ts';
import { sets } from './de/sets.ts';
import { states } from './de/states.ts';
import type { Screens } from './en.ts';

export const screens: Screens = {
  attention,
  calendar,
  channels,
  comments,
  composer,
  details,
  doors,
  errors,
  faults,
  fields,
  frame,
  labels,
  post,
  sets,
  states,
};
