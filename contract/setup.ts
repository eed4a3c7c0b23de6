/** The first run. */
import { EmailIn, NameIn, NewPassword, TimeZoneIn, Token } from './credentials.ts';
import type { Route } from './route.ts';
import { closed, Id, User, wrapped } from './shapes.ts';
import { Type } from './type.ts';

export const setupRoutes = {
  setUp: {
    method: 'POST',
    path: '/api/setup',
    summary: 'Create the first user, workspace and API key; works once',
    description:
      'Belfry prints the token at each start until the installation is set up: a new one each time, unless `BELFRY_SETUP_TOKEN` sets it. The answer also signs the user in by a cookie.',
    permission: 'open',
    body: closed({
      token: Token,
      name: NameIn,
      email: EmailIn,
      password: NewPassword,
      workspace: NameIn,
      time_zone: Type.Optional(TimeZoneIn),
      create_key: Type.Optional(
        Type.Boolean({ description: 'False: no API key is created. Default: true.' }),
      ),
    }),
    status: 201,
    output: wrapped(
      closed({
        user: User,
        workspace: closed({ id: Id, name: Type.String(), time_zone: Type.String() }),
        api_key: Type.Optional(
          Type.String({ description: 'Shown only here. Absent if `create_key` is false.' }),
        ),
      }),
    ),
    errors: ['forbidden', 'already_set_up'],
  },
} as const satisfies Record<string, Route>;
