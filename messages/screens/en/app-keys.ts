import { formatters } from '../../locale.ts';
import { appFields } from './app-fields.ts';

const { list } = formatters('en-GB');

/** Words of the page on which the operator sets the keys of a network's app. */
export const appKeys = {
  title: ({ network }: { network: string }) => `App for ${network}`,
  back: ({ network }: { network: string }) => `Connect ${network}`,
  why: ({ network }: { network: string }) =>
    `Accounts of ${network} can be connected once you have registered an app there and set its keys here.`,
  optional: ({ network }: { network: string }) =>
    `Accounts of ${network} can be connected without these keys. Only signing in there needs them.`,
  shared: ({ networks }: { networks: string[] }) => `${list(networks)} share this app and its keys.`,
  guide: () => 'Register the app',
  /** Absent where the guide is in the language of the page. */
  guideLanguage: undefined as (() => string) | undefined,
  newTab: () => 'opens in a new tab',
  addresses: () => 'Addresses of this Belfry',
  redirect: () => 'Redirect address',
  deauthorize: () => 'Address for removed permissions',
  deletion: () => 'Address for requests to delete data',
  copy: () => 'Copy',
  copied: () => 'Copied',
  keys: () => 'Keys',
  never: () =>
    'Enter them exactly as the network shows them. They apply at once, in all workspaces. Belfry encrypts them and never shows them again.',
  nothing: () => 'Enter the keys of at least one app.',
  save: () => 'Save the keys',
  saved: () => 'The keys are saved.',
  stored: ({ moment }: { moment: string }) =>
    `The keys are set since ${moment}. Belfry never shows them again.`,
  environment: () =>
    'The environment variable NETWORK_APPS sets these keys, so they cannot be changed here. Change the variable in every process, and restart Belfry.',
  replace: () => 'Replace the keys',
  replacing: () =>
    'New sign-ins will use the new keys. Connected channels use the old keys until they are connected again.',
  remove: () => 'Delete the keys',
  removal: {
    title: () => 'Delete the keys?',
    why: ({ networks }: { networks: string[] }) =>
      `Nobody can sign in at ${list(networks)} until you set keys again. If channels still use the keys, Belfry keeps them.`,
    confirm: () => 'Delete',
  },
  removed: () => 'The keys are deleted.',
  fields: appFields,
};
