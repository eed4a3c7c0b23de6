/** Words of the composer. */
/** Numbers in English: `1,000`. */
const number = (value: number) => value.toLocaleString('en-GB', { maximumFractionDigits: 2 });
const count = (value: number, one: string, many: string) => `${number(value)} ${value === 1 ? one : many}`;

interface Told {
  measured: unknown;
  limit: unknown;
}

const units: Record<string, readonly [one: string, many: string]> = {
  bytes: ['byte', 'bytes'],
  files: ['file', 'files'],
  images: ['image', 'images'],
  videos: ['video', 'videos'],
  links: ['link', 'links'],
  hashtags: ['hashtag', 'hashtags'],
  mentions: ['mention', 'mentions'],
  pixels: ['pixel', 'pixels'],
  seconds: ['second', 'seconds'],
};
const characters = ['character', 'characters'] as const;

const sized = (value: unknown, unit: string) => {
  if (typeof value !== 'number') return String(value);
  if (unit === 'bytes' && value >= 1_000_000) return `${number(value / 1_000_000)} MB`;
  const [one, many] = units[unit] ?? characters;
  return count(value, one, many);
};

export const composer = {
  title: () => 'New post',
  titleOf: ({ state }: { state: string }) => state,
  to: () => 'To',
  chooseChannels: () => 'Channels of this post',
  addChannel: () => 'Channel',
  searchChannels: () => 'Search channels',
  noChannelFound: () => 'No channel has this name.',
  noChannels: () => 'A post needs somewhere to go.',
  trySandbox: () => 'Try the sandbox',
  connect: () => 'Connect a channel',
  versions: () => 'Versions of the text',
  all: () => 'All',
  ownText: () => 'own text',
  text: () => 'Text',
  textFor: ({ channel }: { channel: string }) => `Text for ${channel}`,
  placeholder: () => 'What should people read?',
  common: () => 'This channel uses the common text. What you type here is for this channel only.',
  backToCommon: () => 'Back to the common text',
  left: ({ count: value }: { count: number }) => `${count(value, 'character', 'characters')} left`,
  over: ({ count: value }: { count: number }) => `${count(value, 'character', 'characters')} too many`,

  saved: ({ time }: { time: string }) => `Saved ${time}`,
  saving: () => 'Saving …',
  unsaved: () => 'Nothing written yet',
  device: () => 'Only on this device',
  deviceHint: () => 'The service does not answer. Your text is safe here, and is sent as soon as it answers.',
  lost: () => 'Not saved: this browser keeps nothing. Do not close the page.',
  notLive: ({ time }: { time: string }) => `Your changes are not live · kept ${time}`,
  discard: () => 'Discard',
  othersHaveChanges: ({ name, time }: { name: string; time: string }) =>
    `${name} has unsent changes since ${time}`,
  refused: () => 'The service did not take this text.',
  first: () =>
    'Change the line if you like, then publish it. It goes to the sandbox, where nobody else sees it.',
  keptText: ({ time }: { time: string }) => `A text from ${time} was never saved.`,
  takeUp: () => 'Take it up',
  more: () => 'More',
  deletePost: () => 'Delete',
  deleteDraft: () => 'Delete this draft',
  makeDraft: () => 'Back to draft',
  saveNow: () => 'Save now',

  when: () => 'When',
  now: () => 'Now',
  inSeconds: ({ count: value }: { count: number }) => `In ${count(value, 'second', 'seconds')}`,
  pickTime: () => 'Choose a time',
  nextSlot: () => 'Next free slot',
  nextSlotAt: ({ time }: { time: string }) => `Next free slot: ${time}`,
  noSlots: () => 'No posting times yet',
  timeField: () => 'Day and time',
  timeHint: () => 'Such as “fri 17”, “tomorrow 9:30”, “10 Dec 8:00”',
  timeUnknown: () => 'Belfry cannot read this time.',
  timePast: () => 'This time has passed. Choose a later one, or “Now”.',
  timeSkipped: ({ asked, time }: { asked: string; time: string }) =>
    `On this day the clocks go forward, and ${asked} does not exist. The post goes out at ${time}.`,
  timeRepeated: ({ time, earlier, later }: { time: string; earlier: string; later: string }) =>
    `On this day the clocks go back, and ${time} comes twice. Choose ${earlier} or ${later}.`,
  earlier: ({ offset }: { offset: string }) => `The first, ${offset}`,
  later: ({ offset }: { offset: string }) => `The second, ${offset}`,
  zone: ({ zone, offset }: { zone: string; offset: string }) => `${zone}, ${offset}`,
  setTime: () => 'Set this time',
  noTime: () => 'Without a time',
  month: () => 'Days',
  previousMonth: () => 'Month before',
  nextMonth: () => 'Month after',
  load: ({ count: value }: { count: number }) => (value === 0 ? 'no posts' : count(value, 'post', 'posts')),
  freeSlots: () => 'Free slots',
  lastUsed: () => 'Used last',

  act: {
    choose: () => 'Schedule …',
    now: () => 'Publish now',
    schedule: ({ time }: { time: string }) => `Schedule for ${time}`,
    slot: ({ time }: { time: string }) => `Schedule for ${time}`,
    slotUnknown: () => 'Schedule for the next free slot',
    ask: () => 'Ask for approval',
    update: () => 'Update',
    updateAndAsk: () => 'Update and ask again',
    again: ({ channels }: { channels: string }) => `Try again on ${channels}`,
  },
  approvalEnds: ({ name, day }: { name: string; day: string }) =>
    `${name}’s approval of ${day} ends with this change.`,
  startsIn: ({ count: value }: { count: number }) =>
    `The post goes out ${count(value, 'second', 'seconds')} after you press the button. You can stop it until then.`,
  doubt: ({ channels }: { channels: string }) =>
    `${channels} may already show this post. Look there first: sending it again could show it twice.`,
  sendAgain: () => 'It is not there: send again',
  publishesIn: ({ count: value }: { count: number }) => `Goes out in ${count(value, 'second', 'seconds')}`,
  stop: () => 'Stop',
  stopped: () => 'Stopped. The post is a draft again.',

  problems: ({ count: value }: { count: number }) => `${count(value, 'problem', 'problems')}`,
  hasProblem: () => 'has a problem',
  goToProblem: () => 'Show the problem',
  good: ({ networks }: { networks: string }) => `Ready for ${networks}.`,
  fix: {
    split: () => 'Split as thread',
    own: ({ network }: { network: string }) => `Give ${network} its own text`,
    trim: () => 'Cut the rest off',
    firstFiles: ({ count: value }: { count: number }) => `Keep the first ${number(value)}`,
    onlyImages: () => 'Keep the images',
    removeFile: () => 'Leave this file out',
    write: () => 'Write something',
    addMedia: () => 'Add media',
    alt: () => 'Shorten the alt text',
    setting: () => 'Show the setting',
  },
  /** The sentence after the name of a network. Undefined: the rule has only the service's own words. */
  violation: (network: string, rule: string, unit: string, { measured, limit }: Told): string | undefined => {
    const has = sized(measured, unit);
    const may = sized(limit, unit);
    const most = `${network} takes at most ${may}; this has ${has}.`;
    const sentences: Record<string, string> = {
      'content.required': `${network} needs text or media.`,
      'text.max': most,
      'text.max_bytes': most,
      'text.links': most,
      'text.hashtags': most,
      'text.mentions': most,
      'text.min': `${network} needs text in every part.`,
      'media.max': most,
      'images.max': most,
      'videos.max': most,
      'media.min': `${network} needs at least ${may}; this has ${has}.`,
      'media.bytes': `${network} takes files of ${may} together; these have ${has}.`,
      'media.mixed': `${network} takes either images or a video, not both.`,
      'image.types': `${network} does not take images of this type.`,
      'video.types': `${network} does not take videos of this type.`,
      'image.bytes': `${network} takes images of at most ${may}; this has ${has}.`,
      'animated.bytes': `${network} takes animated images of at most ${may}; this has ${has}.`,
      'video.bytes': `${network} takes videos of at most ${may}; this has ${has}.`,
      'video.seconds': `${network} takes videos of at most ${may}; this has ${has}.`,
      'video.min_seconds': `${network} takes videos of at least ${may}; this has ${has}.`,
      'alt.max': `${network} takes alt texts of at most ${may}; this has ${has}.`,
    };
    return sentences[rule];
  },

  media: {
    name: () => 'Media',
    add: () => 'Add media',
    drop: () => 'Drop files here',
    choose: () => 'Choose files',
    library: () => 'From the library',
    libraryEmpty: () => 'The library is empty. Choose files from this device.',
    libraryMore: () => 'Show more',
    addChosen: ({ count: value }: { count: number }) =>
      value === 0 ? 'Add' : `Add ${count(value, 'file', 'files')}`,
    file: ({ at, name }: { at: number; name: string }) => `File ${at}: ${name}`,
    alt: () => 'Alt text',
    altFor: ({ name }: { name: string }) => `Alt text of ${name}`,
    altHint: () => 'Says what the picture shows to people who cannot see it.',
    altMissing: ({ count: value, of }: { count: number; of: number }) => `Alt text: ${of - value} of ${of}`,
    altAdd: () => 'Add alt text',
    altDone: () => 'ALT',
    remove: ({ name }: { name: string }) => `Remove ${name}`,
    before: ({ name }: { name: string }) => `Move ${name} forward`,
    after: ({ name }: { name: string }) => `Move ${name} back`,
    moved: ({ name, at, of }: { name: string; at: number; of: number }) => `${name} is now ${at} of ${of}.`,
    progress: ({ percent }: { percent: number }) => `${percent} %`,
    failed: ({ name }: { name: string }) => `${name} did not arrive.`,
    retry: () => 'Try again',
    ownFiles: () => 'own files',
    own: () => 'Other files for this channel',
    backToCommon: () => 'Back to the common files',
    video: () => 'Video',
    refusedType: ({ name }: { name: string }) => `${name} is neither a picture nor a video.`,
  },

  thread: {
    part: ({ at, of }: { at: number; of: number }) => `Part ${at} of ${of}`,
    add: () => 'Add a part',
    remove: ({ at }: { at: number }) => `Remove part ${at}`,
    up: ({ at }: { at: number }) => `Move part ${at} up`,
    down: ({ at }: { at: number }) => `Move part ${at} down`,
    hint: () => 'Two blank lines begin a part. Backspace at its start joins it to the part before.',
  },

  settings: {
    title: ({ channel }: { channel: string }) => `Settings for ${channel}`,
    none: () => '–',
    add: () => 'Add',
    remove: () => 'Remove',
    list: () => 'One per line',
    json: () => 'JSON',
    jsonWrong: () => 'This is not valid JSON.',
    unknown: ({ name }: { name: string }) => `Belfry shows “${name}” as it is stored.`,
    options: () => 'Choose',
    optionsFailed: () => 'The network does not answer with its values. Type the id.',
    chooseImage: () => 'Choose an image',
  },

  preview: {
    title: () => 'Preview',
    of: () => 'Preview for',
    light: () => 'Light',
    dark: () => 'Dark',
    theme: () => 'Colours',
    width: () => 'Width',
    phone: () => 'Phone',
    wide: () => 'Wide',
    now: () => 'now',
    more: () => 'more',
    nothing: () => 'Choose a channel to see what its readers will see.',
    empty: () => 'Your text appears here.',
    folded: ({ network }: { network: string }) => `${network} folds the rest behind “more”.`,
    differs: ({ network }: { network: string }) => `Apps and servers of ${network} differ in detail.`,
    refused: ({ network }: { network: string }) => `${network} would refuse this.`,
    unknown: ({ network }: { network: string }) =>
      `This version of the app does not know how ${network} shows posts.`,
    alt: () => 'ALT',
    pictures: ({ at, of }: { at: number; of: number }) => `${at} of ${of}`,
    write: () => 'Write',
  },

  conflict: {
    other: ({ name, time }: { name: string; time: string }) => `${name} changed this at ${time}.`,
    own: ({ time }: { time: string }) =>
      `This was changed elsewhere at ${time}, in another tab or on another device.`,
    compare: () => 'Compare',
    title: () => 'Two versions of this post',
    mine: () => 'Yours, on this page',
    theirs: ({ name }: { name: string }) => `${name}’s`,
    theirsOwn: () => 'The other one',
    takeMine: () => 'Take this version',
    takeTheirs: () => 'Take this version',
    takeText: () => 'Take only this text',
    hint: () =>
      'Take either version, or only the text of the other one. Nothing is deleted before you choose.',
    channels: ({ count: value }: { count: number }) => count(value, 'channel', 'channels'),
    files: ({ count: value }: { count: number }) => count(value, 'file', 'files'),
    empty: () => 'No text',
  },

  signedOut: {
    title: () => 'Your sign-in has ended',
    hint: () => 'Your text is kept on this device. Sign in, and go on where you were.',
    other: () => 'Somebody else signed in. The text stays on this device for the person who wrote it.',
  },
  notEditable: () => 'Published posts cannot be edited from here.',
  beingPublished: () => 'This post is being published and cannot be edited now.',
  toPost: () => 'Open the post',
  useAgain: () => 'Use again',
};
