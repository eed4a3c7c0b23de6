/** One line of code for each rule of the boundaries, in a file where that rule forbids it. */

/** A file, and one line of it. The imported file is created empty. */
type Line = readonly [file: string, code: string];

/** By the name of the rule in `.dependency-cruiser.mjs`. */
export const forbiddenImports: Record<string, Line> = {
  'no-cycles': ['server/src/posts/one.ts', "import { two } from './two.ts';"],
  'networks-know-nothing-of-ours': ['networks/a/publish.ts', "import '../../engine/attempt.ts';"],
  'network-tests-know-the-engine-only': [
    'networks/a/publish.test.ts',
    "import '../../server/src/posts/posts.ts';",
  ],
  'networks-apart': ['networks/a/index.ts', "import '../b/faults.ts';"],
  'core-alone': ['networks/core/http.ts', "import '../families/meta/graph.ts';"],
  'rules-run-in-a-browser': ['networks/b/rules.ts', "import './counting.ts';"],
  'contract-knows-rules-only': ['contract/routes.ts', "import '../networks/a/publish.ts';"],
  'messages-know-the-contract-only': ['messages/en.ts', "import '../server/src/text/format.ts';"],
  'clients-use-the-api': ['cli/main.ts', "import type { Context } from '../server/src/base/context.ts';"],
  'sdk-knows-the-contract-only': ['sdk/send.ts', "import 'node:http';"],
  'sdk-knows-only-types-of-the-contract': [
    'sdk/client.ts',
    "import { routes } from '../contract/routes.ts';",
  ],
  'server-needs-no-client': ['server/src/media/fetch.ts', "import '../../../sdk/client.ts';"],
  'web-loads-no-rules-at-once': ['web/src/composer.ts', "import '../../networks/rules.ts';"],
  'web-loads-no-schemas': ['web/src/labels.ts', "import { Label } from '../../contract/labels.ts';"],
  'plain-files-of-the-contract-load-no-schemas': [
    'contract/weekdays.ts',
    "import { PostingTimes } from './shapes.ts';",
  ],
  'engine-knows-networks-only': ['engine/run.ts', "import '../server/src/db/database.ts';"],
  'modules-have-one-entry': ['server/src/posts/posts.ts', "import type { Row } from '../channels/store.ts';"],
  'routes-are-mounted-by-the-app-only': ['server/src/posts/posts.ts', "import '../channels/routes.ts';"],
  'fastify-in-http-only': ['server/src/posts/routes.ts', "import 'fastify';"],
  'parts-are-built-in-service-only': [
    'server/src/media/open.ts',
    "import { openVault } from '../base/vault.ts';",
  ],
  'no-tests-in-production': ['server/src/process/app.ts', "import './app.test.ts';"],
  'no-tools-in-production': ['server/src/process/main.ts', "import 'vitest';"],
};

/** Lines that no rule may report. The first two complete a breach above. */
export const allowedImports: readonly Line[] = [
  ['server/src/posts/two.ts', "import { one } from './one.ts';"],
  ['server/src/posts/three.ts', "import type { Four } from './four.ts';"],
  ['server/src/posts/four.ts', "import type { Three } from './three.ts';"],
  ['networks/b/counting.ts', "import 'node:fs';"],
  ['networks/a/publish.ts', "import '../families/meta/graph.ts';"],
  ['networks/a/publish.ts', "import 'node:crypto';"],
  ['networks/a/publish.test.ts', "import '../../engine/attempt.ts';"],
  ['networks/a/fake.ts', "import '../testing/fake-server.ts';"],
  ['networks/c/rules.ts', "import '../core/limits.ts';"],
  ['contract/shapes.ts', "import '../networks/rules.ts';"],
  ['messages/notice.ts', "import '../contract/notices.ts';"],
  ['sdk/contract.ts', "import type { Routes } from '../contract/routes.ts';"],
  ['sdk/client.test.ts', "import '../server/test/support/app.ts';"],
  ['sdk/client.test.ts', "import 'node:http';"],
  ['web/src/calendar.ts', "import '../../networks/core/text.ts';"],
  ['web/src/calendar.ts', "import type { Label } from '../../contract/labels.ts';"],
  ['web/src/calendar.ts', "import { states } from '../../contract/states.ts';"],
  ['server/src/channels/channels.ts', "import './store.ts';"],
  ['server/src/posts/check.ts', "import '../channels/index.ts';"],
  ['server/src/process/app.ts', "import '../channels/routes.ts';"],
  ['engine/run.ts', "import '../networks/core/http.ts';"],
  ['server/src/http/serve.ts', "import 'fastify';"],
  ['server/src/base/context.ts', "import type { Vault } from './vault.ts';"],
  ['server/src/process/service.ts', "import '../base/vault.ts';"],
  ['server/src/posts/posts.test.ts', "import 'vitest';"],
];

/** By the name of the rule in `scripts/check/places.ts`. */
export const misplaced: Record<string, Line> = {
  'queue-in-lanes-only': ['server/src/posts/store.ts', 'const LATE = "due_at < clock_now()";'],
  'leases-in-lanes-only': ['server/src/publishing/store.ts', 'const FREE = "lease_id is null";'],
  'marks-in-lanes-only': ['server/src/posts/bin/store.ts', 'const SILENT = "asking = false";'],
  'sql-in-stores-only': ['server/src/media/library.ts', "db.rows('select 1');"],
  'environment-in-config-only': ['server/src/media/files.ts', 'process.env.PORT;'],
  'lazy-in-part-only': ['web/src/app/frame.tsx', "const Notices = lazy(() => import('./notices.tsx'));"],
  'no-network-names': ['server/src/media/probe.ts', "platform === 'bluesky';"],
};

export const wellPlaced: readonly Line[] = [
  ['server/src/media/store.ts', "db.rows('select 1');"],
  ['server/src/channels/store.ts', 'const SHOWN = "c.paused_at";'],
  ['server/src/media/routes.ts', "say('Select a file.');"],
  ['server/src/config/config.ts', 'process.env.PORT;'],
  ['web/src/data/part.ts', 'lazy(load);'],
  ['networks/bluesky/rules.ts', "platform: 'bluesky';"],
];
