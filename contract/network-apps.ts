/** The apps that the operator of this installation registers at networks. */
import { named } from './named.ts';
import { Platform } from './networks.ts';
import { MB, type Route } from './route.ts';
import { AnyObject, API, closed, nullable, Settings, Text, Timestamp, wrapped } from './shapes.ts';
import { Type } from './type.ts';

export const appSources = ['environment', 'stored'] as const;

const NetworkApp = named(
  'NetworkApp',
  closed({
    family: Type.String({ description: 'The networks that share this app, such as `meta`.' }),
    networks: Type.Array(Platform),
    guide: Type.String({ description: 'How to register the app at the network, in steps.' }),
    redirect_uri: Type.String({ description: 'The redirect address to register.' }),
    deauthorize_uri: {
      ...nullable(Type.String()),
      description:
        'The address to register for messages that a person removed the app. Null: the network sends none.',
    },
    deletion_uri: {
      ...nullable(Type.String()),
      description:
        'The address to register for requests to delete a person’s data. Null: the network sends none.',
    },
    keys: { ...AnyObject, description: 'JSON Schema of the body of `setNetworkApp`.' },
    is_configured: Type.Boolean(),
    is_optional: Type.Boolean({
      description: 'Accounts can be connected by the form without the keys. Only the sign-in needs them.',
    }),
    source: {
      ...nullable(Type.Enum(appSources)),
      description: '`environment`: `NETWORK_APPS` sets the keys. Null: the keys are not set.',
    },
    updated_at: {
      ...nullable(Timestamp),
      description: 'When the keys were stored. Null unless `source` is `stored`.',
    },
  }),
);

const byFamily = closed({ family: Text({ minLength: 1, maxLength: 40 }) });

export const networkAppRoutes = {
  listNetworkApps: {
    method: 'GET',
    path: `${API}/network-apps`,
    summary: 'List the apps that networks require, and whether their keys are set',
    description: 'For owners of the first workspace only. No answer has the keys themselves.',
    permission: 'workspace.own',
    status: 200,
    output: wrapped(Type.Array(NetworkApp)),
    errors: [],
  },
  setNetworkApp: {
    method: 'PUT',
    path: `${API}/network-apps/:family`,
    summary: 'Set the keys of an app; no answer shows them again',
    description:
      'For owners of the first workspace only. The schema of the body is `keys` in `listNetworkApps`. New sign-ins use the new keys. Channels that are connected keep the keys of their last sign-in.',
    permission: 'workspace.own',
    params: byFamily,
    body: Settings,
    bodyLimit: MB / 16,
    status: 200,
    output: wrapped(NetworkApp),
    errors: ['not_found', 'app_from_environment'],
  },
  deleteNetworkApp: {
    method: 'DELETE',
    path: `${API}/network-apps/:family`,
    summary: 'Delete the keys of an app that no channel uses',
    description:
      'For owners of the first workspace only. A 409 `app_in_use` has the number of channels that still use the app in `details.channels`.',
    permission: 'workspace.own',
    params: byFamily,
    status: 204,
    output: null,
    errors: ['not_found', 'app_from_environment', 'app_in_use'],
  },
} as const satisfies Record<string, Route>;
