import type { Rules } from '../core/limits.ts';

/** What a post may wish to happen to it, in the words the user reads. */
export const behaviours = {
  ok: 'publishes the post',
  reject: 'refuses it for good',
  throttle: 'asks to wait two seconds before it takes it',
  lose_reply: 'publishes it and hangs up without an answer',
  server_error: 'publishes it and answers 500',
  slow: 'publishes it and answers after three seconds',
  reconnect: 'asks to connect the channel again before it takes it',
} as const;

export type Behaviour = keyof typeof behaviours;

export const imageTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
export const videoTypes: readonly string[] = ['video/mp4', 'video/webm', 'video/quicktime'];

/**
 * Media is kept in the database as base64 in JSON, which the service reads and writes in one piece: with 16 MB, anybody
 * who looked at a picture held the event loop for 100 ms and took 60 MB.
 */
export const maxMediaBytes = 1024 * 1024;

/** Enough for any screen, and small enough to see what conversion does. */
const maxSide = 4096;

function own<T>(value: T) {
  return { value, source: 'networks/sandbox/README.md', checked: '2026-11-21' };
}

export const sandboxRules: Rules = {
  platform: 'sandbox',
  name: 'Sandbox',
  limits: {
    'text.max': { ...own(500), unit: 'graphemes' },
    'media.max': own(4),
    'images.max': own(4),
    'videos.max': own(1),
    'media.mixed': own(false),
    'image.types': own(imageTypes),
    'video.types': own(videoTypes),
    'image.bytes': own(maxMediaBytes),
    'image.side': own(maxSide),
    'video.bytes': own(maxMediaBytes),
    'alt.max': own(1000),
  },
  settings: {
    type: 'object',
    properties: {
      behaviour: {
        type: 'string',
        title: 'Behaviour',
        description: `What the sandbox does with this post. ${describeBehaviours()}`,
        enum: Object.keys(behaviours),
        default: 'ok',
      },
    },
    additionalProperties: false,
  },
};

function describeBehaviours(): string {
  const sentences = Object.entries(behaviours).map(([name, effect]) => `${name}: ${effect}`);
  return `${sentences.join('; ')}.`;
}
