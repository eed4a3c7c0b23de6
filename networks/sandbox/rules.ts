import type { JsonSchema } from '../core/json.ts';
import { limitsRead, type Rules } from '../core/limits.ts';

/** The behaviours that a post can request, described for users. */
export const behaviours = {
  ok: 'publishes the post',
  reject: 'rejects the post',
  throttle: 'asks to wait two seconds, then publishes the post',
  lose_reply: 'publishes the post and closes the connection without an answer',
  server_error: 'publishes the post and answers 500',
  slow: 'publishes the post and answers after three seconds',
  reconnect: 'asks to connect the channel again, then publishes the post',
} as const;

export type Behaviour = keyof typeof behaviours;

export const imageTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
export const videoTypes: readonly string[] = ['video/mp4', 'video/webm', 'video/quicktime'];
/** Of captions. */
export const captionsType = 'text/vtt';

/**
 * The database stores media as base64 in JSON, which the service reads and writes in one piece. At 16 MB, every view of
 * a picture blocked the event loop for 100 ms and used 60 MB.
 */
export const maxMediaBytes = 1024 * 1024;

/** Enough for any screen, and small enough to show the effect of conversion. */
const maxSide = 4096;

const read = limitsRead('2026-11-21');
const own = <const T>(value: T) => read(value, 'networks/sandbox/README.md');

const settings: JsonSchema = {
  type: 'object',
  properties: {
    behaviour: {
      type: 'string',
      title: 'Behaviour',
      'x-code': 'behaviour',
      description: `How the sandbox handles this post. ${describeBehaviours()}`,
      enum: Object.keys(behaviours),
      default: 'ok',
    },
  },
  additionalProperties: false,
};

export type Settings = { behaviour?: Behaviour };

export const sandboxRules = {
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
  captions: { format: 'vtt', bytes: own(maxMediaBytes) },
  settings,
} as const satisfies Rules<'sandbox'>;

function describeBehaviours(): string {
  const sentences = Object.entries(behaviours).map(([name, effect]) => `${name}: ${effect}`);
  return `${sentences.join('; ')}.`;
}
