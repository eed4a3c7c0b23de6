/** Generates `sdk/routes.ts`: what a client needs of every route, so that it loads no schema. */
import type { Route } from '../../contract/route.ts';
import { routes } from '../../contract/routes.ts';

export function renderRoutes(): string {
  return `/**
 * Method, path and properties of every endpoint. Made by \`scripts/generate.ts\` from the contract, so that browsers
 * load none of its schemas.
 */
import type { RouteName, RouteRow } from './contract.ts';

export const routes = {
${Object.entries(routes).map(describe).join('\n')}
} as const satisfies Record<RouteName, RouteRow>;
`;
}

function describe([name, route]: [string, Route]): string {
  const flags = [
    ...(route.idempotent ? ['idempotent'] : []),
    ...(route.conditional ? ['conditional'] : []),
    ...(route.output === 'file' ? ['file'] : []),
  ];
  return `  ${name}: [${[route.method, route.path, ...flags].map((word) => `'${word}'`).join(', ')}],`;
}
