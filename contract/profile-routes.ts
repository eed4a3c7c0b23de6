/** What a person says of themself. */

import type { Route } from './route.ts';
import { closed, Id, Line, nullable, wrapped } from './schemas.ts';
import { Type } from './type.ts';

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

const Language = nullable(Type.Enum(languages, { description: 'Null: English.' }));
const zone = 'Null: the time zone of the workspace that something is about.';

export const Profile = {
  id: Id,
  name: Type.String(),
  email: nullable(
    Type.String({
      description:
        'Null: another account proved that the address is its own. Ask the person for another one; until then they sign in as before.',
    }),
  ),
  email_verified: Type.Boolean({
    description: 'Whether the person proved the address, by a mailed link or by the OpenID provider.',
  }),
  language: Language,
  time_zone: { ...nullable(Type.String()), description: zone },
};

export const profileRoutes = {
  updateProfile: {
    method: 'PATCH',
    path: '/api/v1/profile',
    summary: 'Change your name, your language and your time zone',
    permission: 'person',
    body: closed({
      name: Type.Optional(Line({ minLength: 1, maxLength: 100 })),
      language: Type.Optional(Language),
      time_zone: Type.Optional({
        ...nullable(Type.String({ format: 'time-zone', maxLength: 64 })),
        description: zone,
      }),
    }),
    status: 200,
    output: wrapped(closed(Profile)),
    errors: [],
  },
} as const satisfies Record<string, Route>;
