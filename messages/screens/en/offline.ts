/** Words for the time without a connection, and for what a device keeps. Loaded when the browser is idle. */
export const offline = {
  /** While the service cannot be reached: how old what is shown is. */
  away: ({ time }: { time: string }) => `Offline: as of ${time}`,
  awayOnly: () => 'Offline',
  kept: () => 'What you type is kept on this device.',
  sentLater: ({ count }: { count: number }) =>
    count === 1
      ? 'A text that only this device had is saved now.'
      : `${count} texts that only this device had are saved now.`,
  foreignTexts: ({ count }: { count: number }) =>
    count === 1
      ? 'This device keeps an unsent text that nobody here can send: another person wrote it, or you left its workspace.'
      : `This device keeps ${count} unsent texts that nobody here can send: another person wrote them, or you left their workspace.`,
  forgetTexts: () => 'Delete from this device',
  leaving: {
    title: () => 'Sign out with unsent text?',
    body: ({ count }: { count: number }) =>
      count === 1
        ? 'One text is on this device only. Signing out deletes it.'
        : `${count} texts are on this device only. Signing out deletes them.`,
    confirm: () => 'Sign out and delete',
  },
};
