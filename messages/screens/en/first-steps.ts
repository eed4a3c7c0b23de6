/** Words of what a newcomer is offered after the first published post. */
export const firstSteps = {
  title: () => 'What comes next',
  close: ({ step }: { step: string }) => `Put away: ${step}`,
  channel: {
    title: () => 'Connect an account',
    text: () => 'The sandbox is for trying things out. Your readers are on other networks.',
  },
  times: {
    title: () => 'Set posting times',
    text: () => 'Posts then take the next free slot. You need not choose a time for each.',
  },
  people: {
    title: () => 'Invite people',
    text: () => 'Others write, approve or only look. Each person has a role.',
    act: () => 'Invite',
  },
  invitation: {
    role: () => 'Role',
    roles: {
      owner: () => 'Owner: may do everything',
      admin: () => 'Admin: also connects channels and approves',
      editor: () => 'Editor: also publishes',
      author: () => 'Author: writes posts',
      viewer: () => 'Viewer: only looks',
    },
    mailed: ({ email }: { email: string }) => `An invitation is on its way to ${email}.`,
    passOn: ({ email }: { email: string }) =>
      `This Belfry sends no mail. Give this link to ${email}. It works once, within seven days.`,
    link: () => 'Link of the invitation',
    copy: () => 'Copy',
    copied: () => 'Copied',
    close: () => 'Done',
  },
};
