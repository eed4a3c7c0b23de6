/** Words of the composer. */
import { composerSettings } from './composer-settings.ts';

/** Numbers in English: `1,000`. */
const number = (value: number) => value.toLocaleString('en-GB', { maximumFractionDigits: 2 });
const count = (value: number, one: string, many: string) => `${number(value)} ${value === 1 ? one : many}`;
const list = (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names);

interface Repeat {
  channels: readonly string[];
  time: string;
}

export const composer = {
  title: () => 'New post',
  chooseChannels: () => 'Channels of this post',
  addChannel: () => 'Channel',
  searchChannels: () => 'Search channels',
  noChannelFound: () => 'No channel has this name.',
  noChannels: () => 'A post needs somewhere to go.',
  connect: () => 'Connect a channel',
  leaveOut: () => 'Leave it out',
  versions: () => 'Versions of the text',
  all: () => 'All',
  ownText: () => 'own text',
  text: () => 'Text',
  textFor: ({ channel }: { channel: string }) => `Text for ${channel}`,
  placeholder: () => 'What should people read?',
  common: () => 'This channel uses the common text. What you type here is for this channel only.',
  backToCommon: () => 'Back to the common text',
  commonAgain: () => 'This channel has the common text again.',
  undoLate: () => 'The post is closed, so nothing was undone.',
  left: ({ count: value }: { count: number }) => `${count(value, 'character', 'characters')} left`,
  over: ({ count: value }: { count: number }) => `${count(value, 'character', 'characters')} too many`,

  saved: ({ time }: { time: string }) => `Saved ${time}`,
  saving: () => 'Saving …',
  device: () => 'Only on this device',
  deviceHint: () => 'The service does not answer. Your text is safe here, and is sent as soon as it answers.',
  keptHere: () => 'Your text is kept on this device.',
  lost: () => 'Not saved: this browser keeps nothing. Do not close the page.',
  notLive: ({ time }: { time: string }) => `Your changes are not live · kept ${time}`,
  discard: () => 'Discard',
  othersHaveChanges: ({ name, time }: { name: string; time: string }) =>
    `${name} has unsent changes since ${time}`,
  first: () =>
    'Change the line if you like, then publish it. It goes to the sandbox on this server, and to no other network.',
  keptText: ({ time }: { time: string }) => `A text from ${time} was never saved.`,
  takeUp: () => 'Take it up',
  more: () => 'More',
  deleteDraft: () => 'Delete this draft',
  makeDraft: () => 'Back to draft',
  madeDraft: () => 'The post is a draft again.',
  changedMeanwhile: () => 'This post was changed meanwhile, so nothing was done.',

  when: () => 'When',
  now: () => 'Now',
  inSeconds: ({ count: value }: { count: number }) => `In ${count(value, 'second', 'seconds')}`,
  onceApproved: () => 'As soon as it is approved',
  pickTime: () => 'Choose a time',
  nextSlotAt: ({ time }: { time: string }) => `Next free slot: ${time}`,
  nextFree: ({ time }: { time: string }) => `Next: ${time}`,
  timeField: () => 'Day and time',
  timeHint: () => 'Such as “fri 17”, “tomorrow 9:30”, “10 Dec 8:00”',
  timeUnknown: () => 'Belfry cannot read this time.',
  timePassed: () => 'This time has passed. Choose a later one.',
  timePast: () => 'This time has passed. Choose a later one, or “Now”.',
  againAtOnce: () => 'Its time has passed, so it is tried again at once.',
  timeSkipped: ({ asked, time }: { asked: string; time: string }) =>
    `On this day the clocks go forward, and ${asked} does not exist. The post goes out at ${time}.`,
  timeRepeated: ({ time, earlier, later }: { time: string; earlier: string; later: string }) =>
    `On this day the clocks go back, and ${time} comes twice. Choose “${earlier}” or “${later}”.`,
  earlier: ({ offset }: { offset: string }) => `The first, ${offset}`,
  later: ({ offset }: { offset: string }) => `The second, ${offset}`,
  zone: ({ zone, offset }: { zone: string; offset: string }) => `${zone}, ${offset}`,
  setTime: () => 'Set this time',
  moveTo: {
    title: ({ post }: { post: string }) => `Move “${post}”`,
    move: () => 'Move',
    schedule: () => 'Schedule',
  },
  noTime: () => 'Without a time',
  freeSlots: () => 'Free slots',
  lastUsed: () => 'Used last',

  act: {
    choose: () => 'Schedule …',
    now: () => 'Publish now',
    schedule: ({ time }: { time: string }) => `Schedule for ${time}`,
    scheduleShort: () => 'Schedule',
    slot: ({ time }: { time: string }) => `Schedule for ${time}`,
    slotUnknown: () => 'Schedule for the next free slot',
    ask: () => 'Ask for approval',
    update: () => 'Update',
    updateAndAsk: () => 'Update and ask again',
    again: ({ channels }: { channels: string }) => `Try again on ${channels}`,
  },
  /** What became of the button, where the composer was left before the answer. */
  sent: {
    asked: () => 'Your post waits for approval.',
    refused: ({ why }: { why: string }) => `Your post is not scheduled as you left it. ${why}`,
    unsure: ({ why }: { why: string }) =>
      `It is not certain that your post is scheduled as you left it. ${why}`,
  },
  approvalEnds: ({ name, day }: { name: string; day: string }) =>
    `${name}’s approval of ${day} ends with this change.`,
  /** The same text on the same channel: already there, planned, or waiting although its time has passed. */
  repeats: {
    past: ({ channels, time }: Repeat) => `The same text was published to ${list(channels)} on ${time}.`,
    future: ({ channels, time }: Repeat) => `The same text is planned for ${list(channels)} on ${time}.`,
    late: ({ channels }: Repeat) => `The same text is still waiting to be published to ${list(channels)}.`,
  },
  leftToday: ({ left, most }: { left: number; most: number }) =>
    `${number(left)} of ${number(most)} left today`,
  away: () => 'Planning and publishing need a connection.',
  startsIn: ({ count: value }: { count: number }) =>
    `The post goes out ${count(value, 'second', 'seconds')} after you press the button. You can stop it until then.`,
  doubt: ({ channels }: { channels: string }) =>
    `${channels} may already show this post. Look there first: sending it again could show it twice.`,
  sendAgain: () => 'It is not there: send again',
  filesLost: ({ names }: { names: readonly string[] }) =>
    `Your post lacks what did not arrive: ${list(names)}.`,
  fileMissing: () => 'A file did not arrive. Try again, or remove it.',
  lookFirst: () => 'Tick the box once you have looked.',

  problems: ({ count: value }: { count: number }) => `${count(value, 'problem', 'problems')}`,
  hasProblem: () => 'has a problem',
  show: () => 'Show',
  goToProblem: () => 'Show the problem',
  fix: {
    split: () => 'Split as thread',
    own: ({ channels, count: value }: { channels: string; count: number }) =>
      `Give ${channels} ${value === 1 ? 'its' : 'their'} own text`,
    trim: () => 'Cut the rest off',
    trimmed: () => 'The end of the text was cut off.',
    firstFiles: ({ count: value }: { count: number }) => `Keep the first ${number(value)}`,
    onlyImages: () => 'Keep the images',
    leaveOut: ({ count: value }: { count: number }) => `Leave ${value > 1 ? 'these files' : 'this file'} out`,
    write: () => 'Write something',
    addMedia: () => 'Add media',
    setting: () => 'Show the setting',
  },

  media: {
    name: () => 'Media',
    add: () => 'Add media',
    drop: () => 'Drop files here',
    choose: () => 'Choose files',
    camera: () => 'Camera',
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
    acts: ({ name }: { name: string }) => `What to do with ${name}`,
    toFront: () => 'Move forward',
    toBack: () => 'Move back',
    take: () => 'Remove',
    moved: ({ name, at, of }: { name: string; at: number; of: number }) => `${name} is now ${at} of ${of}.`,
    progress: ({ percent }: { percent: number }) => `${percent} %`,
    failed: ({ name }: { name: string }) => `${name} did not arrive.`,
    retry: () => 'Try again',
    ownFiles: () => 'own files',
    own: () => 'Other files for this channel',
    backToCommon: () => 'Back to the common files',
    commonAgain: () => 'This channel has the common files again.',
    video: () => 'Video',
    refusedType: ({ name }: { name: string }) => `${name} is neither a picture nor a video.`,
  },

  completion: {
    mention: () => 'Mentions used before',
    tag: () => 'Hashtags used before',
    emoji: () => 'Emoji',
    found: ({ count: value }: { count: number }) => count(value, 'suggestion', 'suggestions'),
  },

  tools: {
    name: () => 'Write into the text',
    emoji: () => 'Emoji',
    mention: () => 'Mention somebody',
    tag: () => 'Add a hashtag',
    link: () => 'Add a link',
    address: () => 'Address of the page',
    addressHint: () => 'It is written where the caret stands, or after the selected words.',
    addressWrong: () => 'This is no address of a page. One looks like https://example.org/fair.',
    insertLink: () => 'Add the link',
  },

  emoji: {
    search: () => 'Search emoji',
    none: () => 'No emoji has this name.',
    groups: () => 'Groups of emoji',
    smileys: () => 'Smileys',
    people: () => 'People',
    nature: () => 'Animals and nature',
    food: () => 'Food and drink',
    travel: () => 'Travel and places',
    activities: () => 'Activities',
    objects: () => 'Objects',
    symbols: () => 'Symbols',
    flags: () => 'Flags',
  },

  thread: {
    part: ({ at, of }: { at: number; of: number }) => `Part ${at} of ${of}`,
    add: () => 'Add a part',
    remove: ({ at }: { at: number }) => `Remove part ${at}`,
    up: ({ at }: { at: number }) => `Move part ${at} up`,
    down: ({ at }: { at: number }) => `Move part ${at} down`,
    drag: () => 'Drag to another place, or press Alt, Shift and an arrow',
    addMedia: ({ at }: { at: number }) => `Add media to part ${at}`,
    library: ({ at }: { at: number }) => `Media of the library for part ${at}`,
    moved: ({ at, to, of }: { at: number; to: number; of: number }) =>
      `Part ${at} is now part ${to} of ${of}.`,
    hint: () => 'Two blank lines begin a part. Backspace at its start joins it to the part before.',
  },

  settings: composerSettings,

  preview: {
    panes: () => 'Beside the text',
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
    published: () => 'This channel shows the post already. Open it to see what its readers see.',
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
  publishedStays: () =>
    'What is published on this channel stays as it is. Your changes go to the other channels.',
  notEditable: () => 'Published posts cannot be edited from here.',
  beingPublished: () => 'This post is being published and cannot be edited now.',
  gone: () => 'There is no such post any more, or you may not see it.',
  freed: () => 'What you typed is kept as a draft of its own.',
  openFreed: () => 'Open what you typed',
  toPost: () => 'Open the post',
  again: () => 'Use again',
};
