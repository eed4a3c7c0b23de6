/** Words of the frame that all screens share. */
export const frame = {
  calendar: () => 'Calendar',
  drafts: () => 'Drafts',
  reviews: () => 'Reviews',
  attention: () => 'Needs you',
  media: () => 'Media',
  channels: () => 'Channels',
  settings: () => 'Settings',
  find: () => 'Find or do …',
  /** The key of that name, where there is no ⌘. */
  control: () => 'Ctrl',
  newPost: () => 'New post',
  /** Below its mark, in the bar of a phone. */
  newPostShort: () => 'New post',
  more: () => 'More',
  notices: () => 'Notices',
  person: () => 'Your settings',
  themes: {
    system: () => 'As the system',
    light: () => 'Light',
    dark: () => 'Dark',
  },
  signOut: () => 'Sign out',
  workspaces: () => 'Workspaces',
  mainMenu: () => 'Main menu',
  skip: () => 'Skip to the content',
  /** Beside the name of a place in the menu. */
  waiting: ({ count }: { count: number }) => (count > 99 ? '99+' : String(count)),
  loading: () => 'Loading …',
  back: () => 'Back',
  close: () => 'Close',
  cancel: () => 'Cancel',
  retry: () => 'Try again',
  undo: () => 'Undo',
  nothingHere: () => 'There is nothing at this address.',
  toCalendar: () => 'Go to the calendar',
  /** A defect of ours in the browser. */
  broken: () => 'This part of Belfry stopped working. What you typed is kept.',
  /** A part of the page did not load. */
  gone: () =>
    'A part of Belfry did not load: there is no connection, or there is a new version. What you typed is kept.',
  newVersion: () => 'A new version of Belfry is here. What you typed is kept.',
  reload: () => 'Reload',
  needsConnectionShort: () => 'Needs a connection',
  needsConnection: () => 'This needs a connection. Nothing was sent.',
  notOnDevice: () => 'This is not on this device. It needs a connection.',
  unreachable: () => 'Belfry does not answer. Check your connection, then try again.',
  request: ({ id }: { id: string }) => `Request ${id}`,
};
