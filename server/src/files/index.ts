export type { ByteRange, Files, StorageCall, StorageEnd, StoredFile } from './files.ts';
export { isStorageFull, NoSuchFile, StorageUnavailable } from './files.ts';
export type { Incoming } from './incoming.ts';
export { clearAbandoned, openIncoming, receive, release } from './incoming.ts';
export { FIRST_BYTE_TIMEOUT } from './limits.ts';
export { openFiles } from './open.ts';
export type { S3Place } from './s3-url.ts';
export { parseS3Url } from './s3-url.ts';
export { watchFiles } from './watched.ts';
