/** All words of the web app in German. */
import { attention } from './de/attention.ts';
import { bulk } from './de/bulk.ts';
import { channels } from './de/channels.ts';
import { comments } from './de/comments.ts';
import { composer } from './de/composer.ts';
import { doors } from './de/doors.ts';
import { faults } from './de/faults.ts';
import { fieldErrors } from './de/field-errors.ts';
import { firstSteps } from './de/first-steps.ts';
import { labels } from './de/labels.ts';
import { person } from './de/person.ts';
import { picture } from './de/picture.ts';
import { post } from './de/post.ts';
import { rows } from './de/rows.ts';
import { sets } from './de/sets.ts';
import { firstScreens } from './de-first.ts';
import type { Screens } from './en.ts';

export const screens: Screens = {
  ...firstScreens,
  attention,
  bulk,
  channels,
  comments,
  composer,
  doors,
  faults,
  fieldErrors,
  firstSteps,
  labels,
  person,
  picture,
  post,
  rows,
  sets,
};
