import { formatters } from '../../locale.ts';

const { plural, list } = formatters('en-GB');

/** Words of the calendar and of the shelf of drafts. Days and times come as the browser writes them. */
export const calendar = {
  views: { month: () => 'Month', week: () => 'Week', day: () => 'Day', list: () => 'List' },
  view: () => 'View',
  today: () => 'Today',
  chooseDay: () => 'Choose a day',
  before: { month: () => 'Month before', week: () => 'Week before', day: () => 'Day before' },
  after: { month: () => 'Next month', week: () => 'Next week', day: () => 'Next day' },
  /** `offset` such as `UTC+1`. */
  zone: ({ zone, offset }: { zone: string; offset: string }) => `${zone}, ${offset}`,
  /** The clock of the person's own zone, beside the hours. */
  ownTime: () => 'Your time',
  ownZone: ({ zone }: { zone: string }) => `Show the hours in ${zone}, too`,
  /** In the narrow column of the hours: free slots. */
  free: ({ count }: { count: number }) => `${count} free`,
  freeSlots: ({ count }: { count: number }) =>
    plural(count, { one: '1 free slot', other: `${count} free slots` }),
  filter: {
    label: () => 'Filters',
    search: () => 'Search',
    searchHint: () => 'Search posts',
    channels: () => 'Channels',
    /** Above the named sets of channels. */
    sets: () => 'Channel sets',
    states: () => 'State',
    author: () => 'Author',
    labels: () => 'Label',
    clear: () => 'Clear filters',
    noLabels: () => 'No labels yet',
    /** Beside the name of a filter. */
    chosen: ({ name, count }: { name: string; count: number }) => `${name}: ${count}`,
  },
  loading: () => 'Loading posts …',
  /** `time`: when the posts were last read. */
  asOf: ({ time }: { time: string }) => `as of ${time}`,
  truncated: ({ count }: { count: string }) =>
    `Only the first ${count} posts are shown. Filter or search to see the others.`,
  nothing: {
    list: () => 'No posts this month.',
    filtered: () => 'No post matches these filters.',
    day: () => 'No posts.',
  },
  noText: () => 'No text',
  /** Names a day for people who cannot see it, such as `Thursday 10 December, 3 posts, 1 on hold`. */
  dayNamed: ({ day, count, worst }: { day: string; count: number; worst: string }) =>
    [day, count === 0 ? 'no posts' : plural(count, { one: '1 post', other: `${count} posts` }), worst]
      .filter((part) => part !== '')
      .join(', '),
  ofState: ({ count, state }: { count: number; state: string }) => `${count} ${state.toLowerCase()}`,
  /** After the time and the text of a post, for people who cannot see its marks. */
  post: ({
    state,
    channels,
    labels,
    unread = 0,
    isSelected,
  }: {
    state: string;
    channels: string[];
    /** Their names. */
    labels: string[];
    unread?: number | undefined;
    isSelected: boolean;
  }) =>
    [
      isSelected ? 'selected' : '',
      state,
      list(channels),
      labelled(labels),
      unread === 0 ? '' : plural(unread, { one: '1 unread comment', other: `${unread} unread comments` }),
    ]
      .filter((part) => part !== '')
      .join(', '),
  labelled: ({ names }: { names: string[] }) => labelled(names),
  noChannel: () => 'no channel',
  more: ({ count }: { count: number }) => `${count} more`,
  moreOn: ({ count, day }: { count: number; day: string }) =>
    `${plural(count, { one: '1 more post', other: `${count} more posts` })} on ${day}`,
  openDay: () => 'Open this day',
  showMore: ({ count }: { count: string }) => `Show more (${count} left)`,
  newOn: ({ day }: { day: string }) => `New post on ${day}`,
  newAt: ({ time }: { time: string }) => `New post at ${time}`,
  fold: ({ from, to }: { from: string; to: string }) => `${from} – ${to}`,
  unfold: ({ from, to }: { from: string; to: string }) => `Show the hours from ${from} to ${to}`,
  skipped: ({ hours, from, to }: { hours: string; from: string; to: string }) =>
    `${hours} h: ${from}–${to} does not exist`,
  repeated: ({ hours, from, to }: { hours: string; from: string; to: string }) =>
    `${hours} h: ${from}–${to} happens twice`,
  noSuchHour: () => 'The clocks skip this hour',
  again: () => 'again',
  now: ({ time }: { time: string }) => `Now, ${time}`,
  slot: ({ time }: { time: string }) => `${time} free`,
  newInSlot: ({ time }: { time: string }) => `New post in the free slot at ${time}`,
  reconnect: ({ channel, day }: { channel: string; day: string }) =>
    `${channel} must be connected again before ${day}. Later posts will wait.`,
  reconnectNow: ({ channel }: { channel: string }) => `${channel} must be connected again. Its posts wait.`,
  reconnectMany: ({ count }: { count: number }) => `${count} channels must be connected again.`,
  showChannels: () => 'Show them',
  connectAgain: () => 'Connect again',
  acts: {
    menu: ({ post }: { post: string }) => `More for ${post}`,
    open: () => 'Open',
    edit: () => 'Edit',
    move: () => 'Move to …',
    queue: () => 'Next free slot',
    unplan: () => 'Move to drafts',
    duplicate: () => 'Duplicate',
    select: () => 'Select',
    unselect: () => 'Take out of the selection',
    remove: () => 'Delete',
  },
  done: {
    moved: ({ time }: { time: string }) => `Moved to ${time}.`,
    /** After a move was undone. */
    back: ({ time }: { time: string }) => `Back at ${time}.`,
    backInDrafts: () => 'Back in the drafts.',
    planned: ({ time }: { time: string }) => `Scheduled for ${time}.`,
    unplanned: () => 'Moved to drafts.',
    duplicated: () => 'Duplicated as a draft.',
    removed: () => 'Deleted.',
    restored: () => 'Restored.',
    restoredAsDraft: () => 'Restored as a draft: its time has passed, or its slot is taken.',
    /** Opens the list of them. */
    showRefused: ({ count }: { count: number }) =>
      plural(count, {
        one: 'Show the post that did not change',
        other: `Show the ${count} posts that did not change`,
      }),
  },
  failed: {
    past: ({ post }: { post: string }) => `This time has passed. “${post}” stays where it was.`,
    pastDrop: () => 'This time has passed. Drop it on a later one.',
    changed: () => 'Somebody changed this post meanwhile. The calendar shows it as it is now.',
    keepDraft: ({ time }: { time: string }) => `Keep as a draft at ${time}`,
    fixed: ({ state }: { state: string }) => `A post in the state “${state}” cannot be moved.`,
  },
  lift: {
    begun: ({ time }: { time: string }) =>
      `Lifted, ${time}. Arrow keys move it, Enter puts it down, Escape puts it back.`,
    at: ({ time, note }: { time: string; note: string }) =>
      [time, note].filter((part) => part !== '').join(', '),
    freeSlot: () => 'free slot',
    takenSlot: () => 'slot taken',
    past: () => 'has passed',
    down: ({ time }: { time: string }) => `Put down, ${time}.`,
    back: ({ time }: { time: string }) => `Put back, ${time}.`,
    hint: () => 'Arrow keys move the post · Enter puts it down · Esc puts it back',
  },
  many: {
    selected: ({ count }: { count: number }) =>
      plural(count, { one: '1 selected', other: `${count} selected` }),
  },
  shelf: {
    title: () => 'Drafts',
    hide: () => 'Hide drafts',
    drop: () => 'Drop here to unplan',
    /** While files or a text from elsewhere are dragged. */
    dropNew: () => 'Drop here to begin a draft',
    empty: () => 'Ideas wait here. Write one, or drop text on a day.',
    write: () => 'Write a draft',
    changed: ({ time }: { time: string }) => `changed ${time}`,
    /** A draft with a time. It is not published at that time. */
    planned: ({ time }: { time: string }) => `at ${time}, not scheduled`,
    /** A text that was not sent. */
    device: () => 'Only on this device',
    loadMore: () => 'Show older drafts',
  },
  history: () => 'What you did last',
};

/** The first three by name, the rest by number. */
function labelled(names: readonly string[]): string {
  if (names.length === 0) return '';
  const rest = names.length > 3 ? [`${names.length - 3} more`] : [];
  return `${plural(names.length, { one: 'label', other: 'labels' })} ${list([...names.slice(0, 3), ...rest])}`;
}
