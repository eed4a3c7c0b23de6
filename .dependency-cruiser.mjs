/** Which way imports may point; `test/boundaries` breaks every rule once to prove that it bites. */
import { builtinModules } from 'node:module';

const tests = String.raw`\.test\.ts$|^networks/.*/(fake[^/]*|conformance\.ts)$|^networks/(.*testing/|specs\.ts$)|^(server/)?test/|^web/journeys/`;
const tools = String.raw`^(bench|prove|scripts)/|^[^/]+\.(ts|mjs)$|^web/(build/|vite\.config\.ts$)`;
const ours = '^(contract|messages|engine|server|sdk|cli|web|bench|prove|scripts|test)/';
const rules = String.raw`^networks/((rules|previews|examples)\.ts$|core/)`;
/** What browsers load of the contract. The other files make schemas, which only the server needs. */
const plain =
  '^contract/(counting|label-values|lifecycle|places|roles|schedulable|states|thumbnails|weekdays|when)\\.ts$';
/** What everything stands on; their files have no door. */
const grounds = 'base|text|db|access';
const builtins = `^(${builtinModules.join('|')})$`;

const rule = (name, from, to) => ({ name, severity: 'error', from, to });

export default {
  forbidden: [
    // Types may point both ways, since they are gone when the program runs. So may accounts and workspaces: an
    // invitation creates a user, and the sessions of a member who leaves lose their rights.
    rule(
      'no-cycles',
      { pathNot: '^server/src/(accounts|workspaces)/' },
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),

    rule('networks-know-nothing-of-ours', { path: '^networks/', pathNot: tests }, { path: ours }),
    rule(
      'network-tests-know-the-engine-only',
      { path: '^networks/' },
      { path: ours, pathNot: '^(engine/|server/test/support/)' },
    ),
    rule(
      'networks-apart',
      { path: '^networks/([^/]+)/' },
      { path: '^networks/(?!core/|families/|testing/|node_modules/)[^/]+/', pathNot: '^networks/$1/' },
    ),
    rule('core-alone', { path: '^networks/core/' }, { path: '^networks/', pathNot: '^networks/core/' }),
    rule(
      'rules-run-in-a-browser',
      { path: '^networks/.*(rules|previews?)\\.ts$' },
      { path: builtins, reachable: true },
    ),

    rule(
      'contract-knows-rules-only',
      { path: '^contract/', pathNot: tests },
      { pathNot: `^contract/|${rules}|node_modules/typebox/` },
    ),
    rule(
      'messages-know-the-contract-only',
      { path: '^messages/', pathNot: tests },
      { pathNot: '^(contract|messages)/' },
    ),
    rule(
      'clients-use-the-api',
      { path: '^(web|cli|sdk)/', pathNot: '^web/journeys/' },
      { path: '^server/(?!test/support/)' },
    ),
    // Browsers load neither the contract's schemas nor anything of Node.
    rule(
      'sdk-knows-the-contract-only',
      { path: '^sdk/', pathNot: tests },
      { pathNot: '^(sdk|contract)/|^server/' },
    ),
    rule(
      'sdk-knows-only-types-of-the-contract',
      { path: '^sdk/', pathNot: tests },
      { path: '^contract/', dependencyTypesNot: ['type-only'] },
    ),
    rule('server-needs-no-client', { path: '^server/src/', pathNot: tests }, { path: '^(sdk|web)/' }),
    // A network's own rules are loaded when a workspace has that network.
    rule(
      'web-loads-no-rules-at-once',
      { path: '^web/', pathNot: tests },
      { path: '^networks/', pathNot: '^networks/core/' },
    ),
    rule(
      'web-loads-no-schemas',
      { path: '^web/src/', pathNot: tests },
      { path: '^contract/', pathNot: plain, dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'plain-files-of-the-contract-load-no-schemas',
      { path: plain },
      { path: '^contract/', pathNot: plain, dependencyTypesNot: ['type-only'] },
    ),

    rule(
      'engine-knows-networks-only',
      { path: '^engine/', pathNot: tests },
      { path: ours, pathNot: '^engine/' },
    ),
    rule(
      'modules-have-one-entry',
      { path: '^server/src/([^/]+)/', pathNot: tests },
      {
        path: `^server/src/(?!(${grounds})/)[^/]+/`,
        pathNot: '^server/src/($1/|[^/]+/index\\.ts$|process/(main|service)\\.ts$)|/routes\\.ts$',
      },
    ),
    rule(
      'routes-are-mounted-by-the-app-only',
      { path: '^server/src/', pathNot: `^server/src/process/app\\.ts$|/routes\\.ts$|${tests}` },
      { path: '/routes\\.ts$', pathNot: '^contract/' },
    ),
    rule(
      'fastify-in-http-only',
      { path: '^server/src/', pathNot: `^server/src/(http|pages|operation|process)/|${tests}` },
      { path: 'node_modules/(@?fastify)/' },
    ),
    rule(
      'parts-are-built-in-service-only',
      {
        path: '^server/src/',
        pathNot: `^server/src/(process/(service|installation)\\.ts$|outbound/index\\.ts$|commands/)|${tests}`,
      },
      {
        path: '^server/src/(db/(database|embedded)|outbound/clients|base/(meters|vault|clock))\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),

    rule('no-tests-in-production', { pathNot: `${tests}|${tools}` }, { path: `${tests}|${tools}` }),
    rule(
      'no-tools-in-production',
      { pathNot: `${tests}|${tools}` },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg'], dependencyTypesNot: ['npm', 'type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Builds of the web app.
    exclude: { path: '^web/dist/' },
    combinedDependencies: true,
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
