export type { App } from './apps.ts';
export { NetworkApps } from './apps.ts';
export { familyOf, listFamilies, listPlatformsOfApp, MAX_IN_FLIGHT, requireValidApps } from './families.ts';
