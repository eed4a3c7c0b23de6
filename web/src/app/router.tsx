/** The places of the app and their addresses. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router';
import { readSearch } from '../calendar/search.ts';
import { chooseWorkspace, isSignedOut, queries, reading } from '../data/client.ts';
import { setReader } from '../data/connection.ts';
import { refuseReload } from '../data/part.ts';
import { loadWords } from '../words/words.ts';
import { Broken, NothingHere } from './broken.tsx';
import { FrameOrNone } from './frame.tsx';
import { readBeginning } from './new-post.ts';

const root = createRootRoute({ notFoundComponent: NothingHere, errorComponent: Broken });

interface Screen {
  Page: () => React.ReactNode;
}

type Load = () => Promise<Screen>;

const pageOf = (load: Load) => lazyRouteComponent(() => load().catch(refuseReload), 'Page');

/** A screen, and its words. */
const screen = (load: Load) => pageOf(async () => (await Promise.all([load(), loadWords()]))[0]);

const door = <const Path extends string>(path: Path, load: Load) =>
  createRoute({ getParentRoute: () => root, path, component: screen(load) });

/** Everything behind the sign-in. */
const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: FrameOrNone,
  loader: async ({ location }) => {
    try {
      const { workspace, user } = await queries.ensureQueryData(reading('getStart'));
      // Every further request names the workspace that this tab shows.
      if (workspace !== null) chooseWorkspace(workspace.id);
      setReader(
        workspace === null || user === null ? undefined : { person: user.id, workspace: workspace.id },
      );
    } catch (error) {
      if (isSignedOut(error)) throw redirect({ to: '/sign-in', search: { to: location.href } });
      throw error;
    }
  },
});

const place = <const Path extends string>(path: Path, load: Load) =>
  createRoute({ getParentRoute: () => frame, path, component: screen(load) });

const calendar = createRoute({
  getParentRoute: () => frame,
  path: '/',
  validateSearch: readSearch,
  // It has its words from the beginning.
  component: pageOf(() => import('../calendar/calendar.tsx')),
});

const write = createRoute({
  getParentRoute: () => frame,
  path: '/write',
  validateSearch: readBeginning,
  component: screen(() => import('../composer/composer.tsx')),
});

const tree = root.addChildren([
  door('/setup', () => import('../doors/set-up.tsx')),
  door('/sign-in', () => import('../doors/sign-in.tsx')),
  door('/forgot-password', () => import('../doors/forgot-password.tsx')),
  door('/new-password', () => import('../doors/new-password.tsx')),
  door('/confirm-email', () => import('../doors/confirm-email.tsx')),
  door('/invite', () => import('../doors/invited.tsx')),
  door('/join', () => import('../doors/invited.tsx')),
  door('/connect/choose', () => import('../channels/choose.tsx')),
  frame.addChildren([
    calendar,
    // One place for both, so that a new post that gets its id stays under the hands of its writer.
    write.addChildren([createRoute({ getParentRoute: () => write, path: '/$id' })]),
    place('/posts/$id', () => import('../post/post.tsx')),
    place('/drafts', () => import('../drafts/drafts.tsx')),
    place('/attention', () => import('../attention/attention.tsx')),
    place('/channels', () => import('../channels/channels.tsx')),
    place('/channels/connect', () => import('../channels/connect.tsx')),
    place('/channels/$id', () => import('../channels/channel.tsx')),
  ]),
]);

/** Numbers, words and lists of JSON, which an address has in quotes. */
const JSON_TEXT = /^\s*(?:-?\d+(?:\.\d+)?(?:e[-+]?\d+)?\s*$|true|false|null|["[{])/i;
const notJson = new SyntaxError('The text is not JSON.');

/** As the router does without it, but times are not parsed in vain: a calendar has hundreds of links with times. */
function parseText(text: string): unknown {
  if (!JSON_TEXT.test(text)) throw notJson;
  return JSON.parse(text);
}

export const router = createRouter({
  routeTree: tree,
  stringifySearch: stringifySearchWith(JSON.stringify, parseText),
  defaultPreload: 'intent',
  // What fails is replaced alone. The rail stays.
  defaultErrorComponent: Broken,
  // What a place needs is kept by the queries, which know when it is old.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
