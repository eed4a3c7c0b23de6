/** The settings of a message, and how a person's ones become Discord's. */
import { field, type JsonObject, type JsonSchema, textField } from '../core/json.ts';

/** A target's `settings`, after the schema below accepted them. */
export interface Settings {
  title?: string;
  applied_tags?: string[];
  thread_id?: string;
  username?: string;
  avatar_url?: string;
  mentions?: Mentions;
  silent?: boolean;
  suppress_embeds?: boolean;
  spoiler?: boolean;
  poll?: Poll;
}

export type Mentions = 'none' | 'users' | 'roles' | 'everyone';

export interface Poll {
  question: string;
  answers: string[];
  hours?: number;
  is_multiple?: boolean;
}

const snowflake = { type: 'string', maxLength: 20, pattern: '^[0-9]{15,20}$' };

export const settingsSchema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    title: {
      type: 'string',
      title: 'Title',
      'x-code': 'title',
      description: 'The title of a new post in a forum or media channel. Other channels have no titles.',
      maxLength: 100,
      pattern: '\\S',
    },
    applied_tags: {
      type: 'array',
      title: 'Tags',
      'x-code': 'applied_tags',
      description: 'Ids of the tags of a new post in a forum or media channel.',
      items: snowflake,
      maxItems: 5,
      uniqueItems: true,
    },
    thread_id: {
      ...snowflake,
      title: 'Thread',
      'x-code': 'thread_id',
      description: 'Id of a thread or forum post in the webhook’s own channel, to which the message goes.',
    },
    username: {
      type: 'string',
      title: 'Name of the sender',
      'x-code': 'sender_name',
      description: 'Shown instead of the webhook’s name.',
      maxLength: 80,
      pattern: '\\S',
    },
    avatar_url: {
      type: 'string',
      title: 'Picture of the sender',
      'x-code': 'sender_picture',
      description: 'Public https address of an image, shown instead of the webhook’s picture.',
      maxLength: 2000,
      pattern: '^https://[^\\s/]\\S*$',
    },
    mentions: {
      type: 'string',
      title: 'Who is notified',
      'x-code': 'who_is_notified',
      description:
        'Mentions in the text notify: none: nobody; users: the named people; roles: also the named roles; everyone: also @everyone and @here.',
      enum: ['none', 'users', 'roles', 'everyone'],
      default: 'none',
    },
    silent: flag('Silent', 'silent', 'Sends no push or desktop notification.'),
    suppress_embeds: flag('No previews', 'no_previews', 'Shows no previews of the links in the text.'),
    spoiler: flag('Spoiler', 'spoiler', 'Blurs the files until a reader clicks on them.'),
    poll: pollSchema(),
  },
};

function flag(title: string, code: string, description: string): JsonSchema {
  return { type: 'boolean', title, 'x-code': code, description, default: false };
}

/** https://docs.discord.com/developers/resources/poll (2026-11-21) */
function pollSchema(): JsonSchema {
  return {
    type: 'object',
    title: 'Poll',
    'x-code': 'poll',
    properties: {
      question: text('Question', 'poll_question', 300),
      answers: {
        type: 'array',
        title: 'Answers',
        'x-code': 'poll_answers',
        items: { type: 'string', maxLength: 55, pattern: '\\S' },
        minItems: 1,
        maxItems: 10,
      },
      hours: {
        type: 'integer',
        title: 'Hours',
        'x-code': 'poll_hours',
        description: 'How long the poll is open.',
        minimum: 1,
        maximum: 768,
        default: 24,
      },
      is_multiple: flag('Several answers', 'poll_is_multiple', 'People may choose more than one answer.'),
    },
    required: ['question', 'answers'],
    additionalProperties: false,
  };
}

function text(title: string, code: string, maxLength: number): JsonSchema {
  return { type: 'string', title, 'x-code': code, maxLength, pattern: '\\S' };
}

/** Reads settings that may be an unchecked draft: a value of another type is left out. */
export function readSettings(settings: JsonObject): Settings {
  const text = (name: 'title' | 'thread_id' | 'username' | 'avatar_url') => {
    const value = textField(settings, name);
    return value === undefined ? {} : { [name]: value };
  };
  const flag = (name: 'silent' | 'suppress_embeds' | 'spoiler') =>
    settings[name] === true ? { [name]: true } : {};
  const tags = readTexts(settings.applied_tags);
  const poll = readPoll(settings.poll);
  return {
    ...text('title'),
    ...text('thread_id'),
    ...text('username'),
    ...text('avatar_url'),
    ...flag('silent'),
    ...flag('suppress_embeds'),
    ...flag('spoiler'),
    ...(tags.length > 0 && { applied_tags: tags }),
    ...(poll && { poll }),
    mentions: allMentions.find((each) => each === settings.mentions) ?? 'none',
  };
}

const allMentions: readonly Mentions[] = ['none', 'users', 'roles', 'everyone'];

function readPoll(value: unknown): Poll | undefined {
  const question = textField(value, 'question');
  if (question === undefined) return undefined;
  const hours = field(value, 'hours');
  return {
    question,
    answers: readTexts(field(value, 'answers')),
    ...(typeof hours === 'number' && { hours }),
    is_multiple: field(value, 'is_multiple') === true,
  };
}

function readTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
