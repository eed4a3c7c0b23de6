export type { App } from './apps.ts';
export { NetworkApps } from './apps.ts';
export { familyOf, requireValidApps } from './families.ts';
