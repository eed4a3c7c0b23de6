import type { Route } from './route.ts';

export const webhookRoutes = {} as const satisfies Record<string, Route>;
