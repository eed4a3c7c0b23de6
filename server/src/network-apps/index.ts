export type { App } from './apps.ts';
export { NetworkApps } from './apps.ts';
export { familyOf, listFamilies, MAX_IN_FLIGHT, requireValidApps } from './families.ts';
