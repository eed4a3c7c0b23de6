/** Words of the dialog for captions of a video. Loaded with it. */
import { formatters } from '../../locale.ts';

const { list, number } = formatters('en-GB');

interface InLanguage {
  language: string;
}

export const captions = {
  none: () => 'This video has no captions yet.',
  there: () => 'Languages',
  remove: () => 'Remove',
  removeOf: ({ language }: InLanguage) => `Remove captions in ${language}`,
  addFile: () => 'Add a file',
  otherFile: () => 'Choose another file',
  kinds: () => 'SRT or WebVTT',
  language: () => 'Language of the captions',
  replaces: ({ language }: InLanguage) => `Replaces the captions in ${language}.`,
  add: () => 'Add',
  replace: () => 'Replace',
  sending: () => 'Sending …',
  added: ({ language }: InLanguage) => `The video has captions in ${language} now.`,
  replaced: ({ language }: InLanguage) => `The captions in ${language} are replaced.`,
  removed: ({ language }: InLanguage) => `The captions in ${language} are removed.`,
  goTo: ({ networks }: { networks: readonly string[] }) => `Captions go to ${list(networks)}.`,
  goNowhere: () => 'None of the chosen networks takes captions. They stay with the video.',
  tooLarge: ({ most }: { most: number }) =>
    `This file is too large: captions have at most ${number(most)} characters.`,
  unreadable: () => 'This browser cannot read the file any more. Choose it again.',
};
