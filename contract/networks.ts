/** Networks. */
import type { Route } from './route.ts';
import { AnyObject, closed, nullable, PUBLIC, wrapped } from './shapes.ts';
import { Type } from './type.ts';

export const networkRoutes = {
  listNetworks: {
    method: 'GET',
    path: `${PUBLIC}/networks`,
    summary: 'List the networks with their limits, their settings and how to connect accounts',
    permission: 'channel.read',
    status: 200,
    output: wrapped(
      Type.Array(
        closed({
          platform: Type.String(),
          name: Type.String(),
          limits: Type.Record(
            Type.String(),
            closed({
              value: Type.Union([Type.Number(), Type.Boolean(), Type.Array(Type.String())]),
              unit: Type.Optional(Type.String()),
              source: Type.String(),
              checked: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }),
              confirmed: Type.Boolean(),
            }),
          ),
          settings: AnyObject,
          connected_by: closed({ form: nullable(AnyObject), sign_in: nullable(AnyObject) }),
          joined_by: {
            ...closed({ form: nullable(AnyObject), sign_in: nullable(AnyObject) }),
            description: 'The former name of connected_by. The next release removes it.',
          },
        }),
      ),
    ),
    errors: [],
  },
} as const satisfies Record<string, Route>;
