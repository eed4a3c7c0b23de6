/** A person’s profile and e-mail address. */
import { NameIn, TimeZoneIn } from './credentials.ts';
import { named } from './named.ts';
import type { Route } from './route.ts';
import { API, closed, Id, nullable, wrapped } from './shapes.ts';
import { Type } from './type.ts';

export const languages = ['en', 'de'] as const;

export type Language = (typeof languages)[number];

const Language = {
  ...nullable(named('Language', Type.Enum(languages))),
  description: 'Null: English.',
};

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
    path: `${API}/profile`,
    summary: 'Change your name, language or time zone',
    description: 'Fields that you leave out stay as they are.',
    permission: 'person',
    body: closed({
      name: Type.Optional(NameIn),
      language: Type.Optional(Language),
      time_zone: Type.Optional({
        ...nullable(TimeZoneIn),
        description: zone,
      }),
    }),
    status: 200,
    output: wrapped(named('Profile', closed(Profile))),
    errors: [],
  },
} as const satisfies Record<string, Route>;
