/** Words of the settings of a post. */
export const composerSettings = {
  title: ({ channel }: { channel: string }) => `Settings for ${channel}`,
  none: () => '–',
  off: () => 'no',
  yes: () => 'Yes',
  no: () => 'No',
  remove: () => 'Remove',
  list: () => 'One per line',
  json: () => 'JSON',
  jsonWrong: () => 'This is not valid JSON.',
  unknown: ({ name }: { name: string }) => `Belfry shows “${name}” as it is stored.`,
  optionsFailed: () => 'The network does not answer with its values. Type the id.',
  searching: () => 'Searching…',
  nothing: ({ words }: { words: string }) => `Nothing found for “${words}”.`,
  unknownId: () => 'The network finds nothing by this id.',
  chooseImage: () => 'Choose an image',
};
