/** What other modules, and the parts of this one, may ask of workspaces. */
export { findWorkspace, lockWorkspace } from './store.ts';
export { requireTimeZone } from './time-zone.ts';
export { createByOperator } from './workspaces.ts';
