import { formatters } from '../../locale.ts';

const { list } = formatters('en-GB');

/** Words of the page of one post: its story, and what can safely be done. */
export const post = {
  title: () => 'Post',
  noText: () => 'No text',
  by: ({ name }: { name: string }) => `by ${name}`,
  at: ({ moment, zone }: { moment: string; zone: string }) => `${moment} (${zone})`,
  unplanned: () => 'No time yet',
  ownText: () => 'Own text',
  story: () => 'What happened',
  storyOn: ({ channel }: { channel: string }) => `What happened on ${channel}`,
  details: () => 'Technical details',
  copy: () => 'Copy',
  copied: () => 'Copied',
  open: () => 'Open',
  warnings: () => 'The network’s warnings',
  parts: () => 'Parts',
  waitingFor: ({ moment }: { moment: string }) => `Next try: ${moment}`,
  heldUntil: ({ name, moment }: { name: string; moment: string }) =>
    `${name} must be connected again. The post waits there until ${moment}, then it fails.`,
  /** On a channel where it failed: what must be settled on another one before the post can be changed. */
  first: {
    reconnect: ({ name }: { name: string }) =>
      `You can edit the post and try again once ${name} is connected again, where it still waits.`,
    paused: ({ name }: { name: string }) =>
      `You can edit the post and try again once ${name} is resumed, where it still waits.`,
    other: ({ name }: { name: string }) =>
      `You can edit the post and try again once it has gone out on ${name}, or has failed there.`,
  },
  /** Once published: `at` is when, `planned` when it should have been. */
  late: ({ at, planned }: { at: string; planned: string }) => `${at}, planned for ${planned}`,
  neverEdited: () => 'Published posts cannot be edited from here.',
  partlyEdited: ({ out, open }: { out: string[]; open: string[] }) =>
    `It is out on ${list(out)} and stays there as it is. You can edit it for ${list(open)}.`,
  countdown: ({ seconds }: { seconds: number }) => `Publishes in ${seconds} s`,

  acts: {
    edit: () => 'Edit',
    editAgain: () => 'Edit and try again',
    tryAgain: ({ channel }: { channel: string }) => `Try again on ${channel}`,
    stop: () => 'Stop',
    again: () => 'Use again',
    delete: () => 'Delete',
    look: ({ channel }: { channel: string }) => `Look at ${channel}`,
    isThere: () => 'It is there',
    isNotThere: () => 'It is not there: send it again',
    ask: ({ network }: { network: string }) => `Ask ${network}`,
    remove: ({ network }: { network: string }) => `Remove from ${network} …`,
  },

  /** Below the reason why the post may be live. */
  doubt: () => 'Belfry sends nothing by itself.',
  resolution: {
    thereTitle: () => 'The post is there',
    thereBody: () => 'Belfry marks it as published, confirmed by you, and sends nothing.',
    link: () => 'Its link (optional)',
    thereConfirm: () => 'It is there',
    notThereTitle: () => 'Send the post again?',
    notThereBody: ({ channel }: { channel: string }) =>
      `Only if you have looked at ${channel} and it is not there. If it is, it appears twice.`,
    notThereConfirm: () => 'It is not there: send it',
  },
  asked: ({ network }: { network: string }) => `Belfry is asking ${network}. Nothing is sent.`,
  confirmedBy: ({ name }: { name: string }) => `Confirmed by ${name}, not by the network`,

  review: {
    approve: () => 'Approve',
    reject: () => 'Reject',
    rejected: ({ name, moment }: { name: string; moment: string }) => `Rejected by ${name} on ${moment}`,
    own: () => 'It waits for somebody else: nobody approves their own post.',
    nowTitle: () => 'Approve and publish now?',
    nowBody: () => 'Its time has passed, so it is published as soon as you approve it.',
    nowConfirm: () => 'Approve and publish',
    rejectTitle: () => 'Reject this post?',
    why: () => 'What should change?',
    whyMissing: () => 'Write a sentence, so that the author knows what to change.',
  },

  publishNow: {
    open: () => 'Publish now …',
    title: () => 'Publish this post now?',
    body: ({ channels }: { channels: string[] }) =>
      `It goes out to ${list(channels)} in ten seconds. Until then, you can stop it.`,
    confirm: () => 'Publish now',
    counting: () => 'Publishing in ten seconds.',
    stop: () => 'Stop',
    stopped: () => 'Stopped. The post is a draft.',
  },
  /** A person has left the page on which they changed the post. */
  failedUnseen: ({ why }: { why: string }) => `A change of a post failed. ${why}`,
  deletion: {
    done: () => 'The post is in the bin.',
    restored: () => 'The post is back.',
  },

  removal: {
    title: ({ network }: { network: string }) => `Remove the post from ${network}?`,
    body: ({ network }: { network: string }) =>
      `${network} deletes it with its likes, replies and link. Nobody can bring it back. Here the post stays, marked as removed.`,
    type: ({ word }: { word: string }) => `Type “${word}” to confirm`,
    word: () => 'remove',
    confirm: ({ network }: { network: string }) => `Remove from ${network}`,
    requested: ({ network }: { network: string }) => `${network} is asked to remove it.`,
  },

  numbers: {
    title: () => 'Numbers',
    age: ({ moment }: { moment: string }) => `as of ${moment}`,
    impressions: () => 'Impressions',
    reach: () => 'Reach',
    views: () => 'Views',
    likes: () => 'Likes',
    comments: () => 'Comments',
    shares: () => 'Shares',
    saves: () => 'Saves',
    clicks: () => 'Clicks',
  },

  /** Lines of the story. `who` is the name of a person, or “somebody”. */
  lines: {
    somebody: () => 'Somebody',
    draftSaved: ({ who }: { who: string }) => `Saved as a draft by ${who}`,
    takenBack: ({ who }: { who: string }) => `Taken back to the drafts by ${who}`,
    scheduled: ({ who, moment }: { who: string; moment: string }) => `Scheduled for ${moment} by ${who}`,
    scheduledNow: ({ who }: { who: string }) => `Scheduled to publish at once by ${who}`,
    submitted: ({ who }: { who: string }) => `Sent for approval by ${who}`,
    approved: ({ who }: { who: string }) => `Approved by ${who}`,
    rejected: ({ who }: { who: string }) => `Rejected by ${who}`,
    approvalEnded: () => 'Changed after the approval, so it must be approved again',
    reconciling: ({ who }: { who: string }) => `${who} had the networks asked`,
    deleted: ({ who }: { who: string }) => `Deleted by ${who}`,
    restored: ({ who }: { who: string }) => `Restored by ${who}`,
    started: () => 'Publishing began',
    startedLate: ({ late }: { late: string }) => `Publishing began, ${late} after its time`,
    prepared: ({ count }: { count: number }) =>
      count === 1 ? 'Prepared: 1 step' : `Prepared: ${count} steps`,
    waiting: () => 'The network is processing what it received',
    sent: () => 'Sent',
    confirmed: () => 'The network confirmed it',
    published: ({ late }: { late: string }) => `Published, ${late} after its time`,
    handedOver: () => 'The network has it as a draft. Finish it in the network’s app.',
    pageFound: () => 'The network named its page',
    warned: () => 'An addition failed, such as a first comment',
    failed: ({ reason }: { reason: string }) => `Failed: ${reason}`,
    mayBeLive: ({ reason }: { reason: string }) => `May be live: ${reason}`,
    held: ({ reason }: { reason: string }) => `On hold: ${reason}`,
    atRisk: ({ reason }: { reason: string }) => `At risk: ${reason}`,
    riskOver: () => 'The risk is over',
    putOff: {
      processing: () => 'The network is still processing. Belfry looks again.',
      throttled: () => 'The network asked to wait',
      unavailable: () => 'The network did not answer. Nothing is lost; Belfry tries again.',
      in_doubt: () => 'An answer was lost. Belfry asks the network before it does anything else.',
      interrupted: () => 'Interrupted. Another worker goes on.',
      queue: () => 'Back in the queue, since the channel stopped at a post before it',
      approval: () => 'It waits for a new approval',
    },
    consented: ({ who }: { who: string }) => `${who} made the declaration that the network demands`,
    consentEnded: () => 'A file changed, so the declaration must be made again',
    removalRequested: ({ who }: { who: string }) => `${who} asked to remove it from the network`,
    removed: () => 'Removed from the network',
    removalFailed: ({ reason }: { reason: string }) => `Not removed: ${reason}`,
    resolved: ({ who }: { who: string }) => `Confirmed by ${who}, not by the network`,
    other: ({ kind }: { kind: string }) => kind,
  },
};
