/** All words of the web app in English. A browser loads one language. */
import { attention } from './en/attention.ts';
import { bulk } from './en/bulk.ts';
import { channels } from './en/channels.ts';
import { comments } from './en/comments.ts';
import { composer } from './en/composer.ts';
import { doors } from './en/doors.ts';
import { faults } from './en/faults.ts';
import { fieldErrors } from './en/field-errors.ts';
import { firstSteps } from './en/first-steps.ts';
import { labels } from './en/labels.ts';
import { person } from './en/person.ts';
import { picture } from './en/picture.ts';
import { post } from './en/post.ts';
import { rows } from './en/rows.ts';
import { sets } from './en/sets.ts';
import { firstScreens } from './en-first.ts';

export const screens = {
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

export type Screens = typeof screens;
