export { takeBackup } from './backup.ts';
export { requireNoHalfRestore } from './half-restored.ts';
export type { Manifest } from './manifest.ts';
export type { Archive, Restored } from './restore.ts';
export { openArchive, restore } from './restore.ts';
export type { Rewound } from './rewound/rewind.ts';
export { rewindFromBeat } from './rewound/rewind.ts';
export { checkHeartbeat } from './rewound/watch.ts';
