export type { Guard } from './addresses.ts';
export { createGuard } from './addresses.ts';
export type { Clients } from './clients.ts';
export { createClients, rulesFor } from './clients.ts';
export type { Lookup } from './dial.ts';
export { createDial, NOT_PUBLIC, Refused } from './dial.ts';
export { MAX_INFORMATIONAL } from './exchange.ts';
export { createLookup } from './names.ts';
