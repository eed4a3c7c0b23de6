/** The part of workspaces that other modules, and the folders of this one, may use. */
export { findWorkspace, lockWorkspace } from './store.ts';
export { requireTimeZone } from './time-zone.ts';
export { createByOperator } from './workspaces.ts';
