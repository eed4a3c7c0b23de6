/** The calendar: all posts of a window in short form. */
import type { Static } from 'typebox';
import { named } from './named.ts';
import { postFilters } from './posts.ts';
import type { Route } from './route.ts';
import { API, closed, From, Id, nullable, Timestamp, To } from './shapes.ts';
import { states } from './states.ts';
import { Type } from './type.ts';

export const MAX_CALENDAR_POSTS = 5000;
/** Of a search, which is made anew at each key. */
export const MAX_FOUND_POSTS = 500;

const State = named(
  'State',
  Type.Enum(states, { description: 'Of a post: the most severe state of its channels.' }),
);

const Picture = named(
  'CalendarPicture',
  closed({
    id: { ...Id, description: 'Of the file.' },
    version: Type.String({ pattern: '^[\\w.-]+$', maxLength: 8 }),
  }),
);

// Neighbouring fields that differ little from row to row compress best: a month is 2 % smaller in this order.
export const CalendarPost = named(
  'CalendarPost',
  closed({
    id: Id,
    picture: {
      ...nullable(Picture),
      description:
        'The first picture, at `/api/v1/media/{id}/thumbnail?workspace={workspace}&v={version}&width=160`. The answer to this address never changes. A video may have no picture, and is answered 404 until that is known.',
    },
    at: { ...Timestamp, description: 'The `scheduled_at` of the post.' },
    version: Type.Integer({ minimum: 1 }),
    state: State,
    channels: Type.Array(closed({ id: Id, state: State })),
    labels: Type.Array(Id),
    unread: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'How many comments and sentences of reviews you have not read. Missing: none.',
      }),
    ),
    text: Type.String({ description: 'The first 80 characters in one line.' }),
  }),
);

export type CalendarPost = Static<typeof CalendarPost>;

export const calendarRoutes = {
  getCalendar: {
    method: 'GET',
    path: `${API}/calendar`,
    summary: 'Get all posts between two times in short form, earliest first',
    description: `At most ${MAX_CALENDAR_POSTS.toLocaleString('en')} posts, with \`q\` ${MAX_FOUND_POSTS.toLocaleString('en')}. If there are more, \`truncated\` is true, and the latest are missing. Posts without a time are in no calendar: list them with \`unplanned\`.`,
    permission: 'post.read',
    query: closed({ from: From, to: To, ...postFilters }),
    status: 200,
    output: closed({
      data: Type.Array(CalendarPost, { maxItems: MAX_CALENDAR_POSTS }),
      truncated: Type.Boolean({
        description:
          'True: the latest posts are missing, or posts that match `q` may be missing, as in lists.',
      }),
    }),
    errors: [],
  },
} as const satisfies Record<string, Route>;
