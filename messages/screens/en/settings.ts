/** Words of settings that the schemas of the networks lack. */

/** By the `x-code` of the setting and the value, where the name of the value is not what people say. */
export const options: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  behaviour: {
    ok: 'Publish',
    reject: 'Refuse',
    throttle: 'Ask to wait, then publish',
    lose_reply: 'Publish and do not answer',
    server_error: 'Publish and report an error',
    slow: 'Publish and answer late',
    reconnect: 'Ask to connect again, then publish',
  },
  licence: { youtube: 'YouTube’s standard licence', creativeCommon: 'Creative Commons (attribution)' },
  parse_mode: { none: 'Without formatting', HTML: 'HTML' },
  poll_period: { 1440: '1 day', 4320: '3 days', 10080: '1 week', 20160: '2 weeks' },
  post_mode: { DIRECT_POST: 'Publish at once', MEDIA_UPLOAD: 'To the inbox, as a draft' },
  trial: {
    manual: 'A person shows it to everyone',
    performance: 'Instagram shows it to everyone if it does well',
  },
  visibility: {
    PUBLIC_TO_EVERYONE: 'Public',
    MUTUAL_FOLLOW_FRIENDS: 'Friends',
    FOLLOWER_OF_CREATOR: 'Followers',
    SELF_ONLY: 'Only the account itself',
  },
  who_can_reply: { mentionedUsers: 'Mentioned only' },
  who_is_notified: {
    none: 'Nobody',
    users: 'Named people',
    roles: 'Also named roles',
    everyone: 'Also @everyone and @here',
  },
};

/** What a setting means, by its `description`, where that is written for programs. */
export const hints: Readonly<Record<string, string>> = {
  'How the sandbox handles this post. ok: publishes the post; reject: rejects the post; throttle: asks to wait two seconds, then publishes the post; lose_reply: publishes the post and closes the connection without an answer; server_error: publishes the post and answers 500; slow: publishes the post and answers after three seconds; reconnect: asks to connect the channel again, then publishes the post.':
    'How the sandbox handles this post, to try out what can go wrong.',
  'Mentions in the text notify: none: nobody; users: the named people; roles: also the named roles; everyone: also @everyone and @here.':
    'Who is notified by mentions in the text.',
  'The reel is first shown only to people who do not follow the account. manual: a person shows it to all; performance: Instagram does if it does well.':
    'The reel is first shown only to people who do not follow the account.',
};
