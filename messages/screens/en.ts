/** The words of the web app in English. A browser loads one language. */
import { attention } from './en/attention.ts';
import { calendar } from './en/calendar.ts';
import { channels } from './en/channels.ts';
import { comments } from './en/comments.ts';
import { composer } from './en/composer.ts';
import { details } from './en/details.ts';
import { doors } from './en/doors.ts';
import { errors } from './en/errors.ts';
import { faults } from './en/faults.ts';
import { fields } from './en/fields.ts';
import { frame } from './en/frame.ts';
import { labels } from './en/labels.ts';
import { post } from './en/post.ts';
import { sets } from './en/sets.ts';
import { states } from './en/states.ts';

export const screens = {
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

export type Screens = typeof screens;
