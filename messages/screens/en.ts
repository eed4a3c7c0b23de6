/** All words of the web app in English. A browser loads one language. */
import { attention } from './en/attention.ts';
import { channels } from './en/channels.ts';
import { composer } from './en/composer.ts';
import { doors } from './en/doors.ts';
import { faults } from './en/faults.ts';
import { post } from './en/post.ts';
import { firstScreens } from './en-first.ts';

export const screens = {
  ...firstScreens,
  attention,
  channels,
  composer,
  doors,
  faults,
  post,
};

export type Screens = typeof screens;
