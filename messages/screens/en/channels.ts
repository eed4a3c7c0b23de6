import { formatters } from '../../locale.ts';

const { plural, number, list } = formatters('en-GB');

const posts = (count: number) => plural(count, { one: '1 post', other: `${number(count)} posts` });

/** Words of the channels: their list, how to connect one, and one channel. Times come as the browser writes them. */
export const channels = {
  title: () => 'Channels',
  connect: () => 'Connect',
  /** The one name of this act, on every screen. */
  reconnect: () => 'Connect again',
  list: () => 'Connected channels',
  empty: {
    title: () => 'A post needs somewhere to go.',
    text: () => 'Connect an account, or try Belfry out in the sandbox first: its posts stay on this server.',
    /** For people who may not connect channels. */
    ask: () => 'No channel is connected yet. Ask an admin of this workspace to connect one.',
    sandbox: () => 'Try the sandbox',
  },
  handle: ({ username }: { username: string }) => `@${username}`,
  state: {
    reconnect: () => 'Must be connected again',
    paused: ({ moment }: { moment: string }) => `Paused since ${moment}`,
    until: ({ day }: { day: string }) => `Can publish until ${day}`,
    ready: () => 'Can publish',
  },
  /** Why a post does not go out on a channel. */
  stop: {
    reconnect: ({ name }: { name: string }) =>
      `${name} must be connected again. Until then, the post waits there.`,
    paused: ({ name }: { name: string }) => `${name} is paused. The post waits there until it is resumed.`,
  },
  lastPublished: ({ moment }: { moment: string }) => `Last published ${moment}`,
  neverPublished: () => 'Nothing published yet',
  waiting: ({ count, isMore }: { count: number; isMore: boolean }) =>
    count === 0 ? 'No posts waiting' : `${posts(count)}${isMore ? ' or more' : ''} waiting`,
  menu: {
    label: ({ name }: { name: string }) => `More for ${name}`,
    open: () => 'Open',
    up: () => 'Move up',
    down: () => 'Move down',
    pause: () => 'Pause',
    resume: () => 'Resume',
    remove: () => 'Remove …',
  },
  drag: ({ name }: { name: string }) => `Drag ${name} to another place`,
  moved: ({ name, place, count }: { name: string; place: number; count: number }) =>
    `${name} is now ${place} of ${count}.`,
  connected: ({ names }: { names: string[] }) => `Connected: ${list(names)}.`,
  picker: {
    title: () => 'Connect an account',
    search: () => 'Search networks',
    networks: () => 'Networks',
    nothing: ({ text }: { text: string }) => `No network is called “${text}”.`,
    missing: () => 'Not set up here',
    missingWhy: () =>
      'These networks need app keys that are not set on this Belfry. Whoever runs it sets them as docs/network-apps.md describes.',
    missingOwn: () =>
      'These networks need the keys of an app. You run this Belfry: choose a network to set them.',
    byName: () => 'No account needed',
    byForm: () => 'With credentials',
    bySignIn: () => 'By signing in there',
    byBoth: () => 'By signing in there, or with credentials',
  },
  way: {
    title: ({ network }: { network: string }) => `Connect ${network}`,
    titleAgain: ({ name, network }: { name: string; network: string }) =>
      `Connect ${name} on ${network} again`,
    /** The way to the keys of a network's app. */
    keys: () => 'Keys of the app',
    others: () => 'All networks',
    back: () => 'Back',
    signInHint: ({ network }: { network: string }) =>
      `You sign in at ${network} and come back here. Belfry never sees your password.`,
    sameAccount: ({ username }: { username: string }) =>
      `Sign in as @${username}. Belfry refuses other accounts, because the posts of this channel belong to this one.`,
    goOn: ({ network }: { network: string }) => `Continue to ${network}`,
    or: () => 'or with credentials',
    submit: () => 'Connect',
    more: () => 'More settings',
    optional: ({ label }: { label: string }) => `${label} (optional)`,
    notHere: ({ network }: { network: string }) =>
      `${network} cannot be connected here yet: its app keys are not set. Whoever runs this Belfry sets them as docs/network-apps.md describes.`,
    unknown: () => 'This Belfry does not know this network.',
    notAllowed: () => 'Only admins and owners of this workspace can connect channels.',
  },
  choose: {
    title: () => 'Choose accounts',
    intro: ({ network }: { network: string }) =>
      `Your sign-in at ${network} opens several accounts. Belfry connects the ones that you choose.`,
    one: () => 'These credentials open several accounts. Choose one.',
    accounts: () => 'Accounts',
    already: () => 'already connected',
    all: () => 'Choose all',
    none: () => 'Choose none',
    submit: ({ count }: { count: number }) =>
      plural(count, { one: 'Connect 1 account', other: `Connect ${number(count)} accounts` }),
    atLeastOne: () => 'Choose at least one account.',
    search: () => 'Search accounts',
    done: () => 'Connected',
    doneText: () => 'Belfry can publish to these accounts now. You may close this page.',
    toChannels: () => 'Go to the channels',
    again: () => 'Start again',
    elsewhere: () => 'Return to the program that sent you here, and choose the accounts there.',
  },
  one: {
    all: () => 'All channels',
    gone: () => 'This channel was removed, or you may not use it.',
    rename: () => 'Rename',
    name: () => 'Name in Belfry',
    nameHint: ({ name }: { name: string }) =>
      `Only people of this workspace see it. Leave it empty to use the name of the account: ${name}`,
    save: () => 'Save',
    reconnectWhy: ({ network, hours }: { network: string; hours: number }) =>
      `${network} wants a new sign-in. Posts wait until then. A post that is late by ${plural(hours, { one: '1 hour', other: `${number(hours)} hours` })} is not published any more.`,
    reconnectSoon: ({ day }: { day: string }) =>
      `The network will want a new sign-in on ${day}. Connect again before then, and no post has to wait.`,
    pause: () => 'Pause',
    resume: () => 'Resume',
    pausedWhy: ({ hours }: { hours: number }) =>
      `Posts wait until you resume the channel. A post that is then late by ${plural(hours, { one: '1 hour', other: `${number(hours)} hours` })} or more fails as missed.`,
    facts: () => 'About this channel',
    since: ({ day }: { day: string }) => `Connected since ${day}`,
    showWaiting: () => 'Show in the calendar',
  },
  done: {
    paused: ({ name }: { name: string }) => `${name} is paused. Its posts wait.`,
    resumed: ({ name }: { name: string }) => `${name} publishes again.`,
    renamed: ({ name }: { name: string }) => `The channel is now called ${name}.`,
    removed: ({ name }: { name: string }) => `${name} is removed.`,
    times: () => 'Posting times changed.',
    failed: ({ why }: { why: string }) => `Not saved: ${why}`,
  },
  times: {
    title: () => 'Posting times',
    intro: ({ zone }: { zone: string }) =>
      `“Next free slot” puts a post at the first of these times that no other post of the channel has. Time zone: ${zone}.`,
    same: () => 'Same on all days',
    byDay: () => 'By weekday',
    kind: () => 'Days',
    grid: () => 'Posting times by weekday and hour',
    hint: () => 'Press an hour to set or clear it.',
    hintOfKeys: () => 'With keys: arrows move, Space sets, Shift and ↑ ↓ move the time by five minutes.',
    everyDay: () => 'Every day',
    cell: ({ day, hour, times }: { day: string; hour: string; times: string[] }) =>
      times.length === 0 ? `${day}, ${hour}, not set` : `${day}, ${list(times)}`,
    dayMenu: ({ day }: { day: string }) => `${day}: copy or clear`,
    copyToAll: () => 'Copy to all days',
    copyToWeekdays: () => 'Copy to Monday–Friday',
    copyToNext: ({ day }: { day: string }) => `Copy to ${day}`,
    clear: () => 'Clear this day',
    exact: () => 'Exact time',
    invalid: () => 'Write a time such as 9:30.',
    day: () => 'Day',
    add: () => 'Add',
    none: () => 'No posting times: “next free slot” does not work for this channel.',
    suggest: ({ times }: { times: string[] }) => `Use ${list(times)}`,
    full: ({ limit }: { limit: number }) => `A day has at most ${limit} posting times.`,
    night: ({ from, to }: { from: string; to: string }) => `${from} – ${to}`,
    showNight: ({ from, to }: { from: string; to: string }) => `${from} – ${to}: show these hours`,
    /** In place of the line, for people who cannot see it. */
    line: ({ days }: { days: { name: string; times: string[] }[] }) =>
      days.length === 0
        ? 'No posting times'
        : `Posting times: ${days.map(({ name, times }) => `${name} ${list(times)}`).join('; ')}`,
  },
  limits: {
    title: () => 'What this account takes',
    own: () => 'of this account',
    rows: {
      'text.max': () => 'Text',
      'media.max': () => 'Files in a post',
      'images.max': () => 'Images',
      'videos.max': () => 'Videos',
      'image.bytes': () => 'Size of an image',
      'video.bytes': () => 'Size of a video',
      'video.seconds': () => 'Length of a video',
      'alt.max': () => 'Alternative text',
    },
    characters: ({ count }: { count: string }) => `${count} characters`,
    bytes: ({ count }: { count: string }) => `${count} bytes`,
    rate: ({ most, span }: { most: number; span: string }) => `${posts(most)} in ${span}`,
    rateOfApp: ({ most, span }: { most: number; span: string }) =>
      `${posts(most)} in ${span}, all channels of this Belfry together`,
    rates: () => 'Posts',
    days: ({ count }: { count: number }) => plural(count, { one: 'a day', other: `${number(count)} days` }),
    hours: ({ count }: { count: number }) =>
      plural(count, { one: 'an hour', other: `${number(count)} hours` }),
    minutes: ({ count }: { count: number }) =>
      plural(count, { one: 'a minute', other: `${number(count)} minutes` }),
    seconds: ({ count }: { count: number }) =>
      plural(count, { one: 'a second', other: `${number(count)} seconds` }),
  },
  quota: {
    title: () => 'What is left',
    left: ({ left, most }: { left: number; most: number }) => `${number(left)} of ${number(most)} left`,
    resets: ({ moment }: { moment: string }) => `Starts again ${moment}`,
    ofApp: () => 'for all channels of this Belfry together',
    /** What the network counts. The service names it in English. */
    names: {
      'posts in 24 hours': () => 'Posts in 24 hours',
      'replies in 24 hours': () => 'Replies in 24 hours',
      'deletions in 24 hours': () => 'Deletions in 24 hours',
      'reels in 24 hours': () => 'Reels in 24 hours',
    },
  },
  removal: {
    act: () => 'Remove channel …',
    title: ({ name }: { name: string }) => `Remove ${name}?`,
    why: () => 'Belfry forgets the sign-in of this account. What is published stays at the network.',
    fails: ({ count, isMore }: { count: number; isMore: boolean }) =>
      `${posts(count)}${isMore ? ' or more' : ''} waiting for this channel will fail there when due. If somebody connects the same account again before then, this channel and its posts come back.`,
    back: () => 'If you connect the same account again, this channel comes back with its posts.',
    type: ({ username }: { username: string }) => `Type ${username} to confirm`,
    confirm: () => 'Remove',
  },
  /** Fields of credentials by their stable name. English has the words of the networks themselves. */
  credentials: {} as Record<string, { title: () => string; hint: () => string } | undefined>,
};
