/** The endpoint of a person's profile. */

import type { Route } from './route.ts';
import { closed, Id, Line, nullable, wrapped } from './schemas.ts';
import { Type } from './type.ts';

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

const Language = nullable(Type.Enum(languages, { description: 'Null: English.' }));
const zone = 'Null: the time zone of the workspace concerned.';

export const Profile = {
  id: Id,
  name: Type.String(),
  email: nullable(
    Type.String({
      description:
        'Null: another user proved that the address is theirs. Ask the person for a new one; they can still sign in as before.',
    }),
  ),
  email_verified: Type.Boolean({
    description: 'Whether a mailed link or the OpenID provider proved that the address is the person’s.',
  }),
  language: Language,
  time_zone: { ...nullable(Type.String()), description: zone },
};

export const profileRoutes = {
  updateProfile: {
    method: 'PATCH',
    path: '/api/v1/profile',
    summary: 'Change your name, language or time zone',
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
