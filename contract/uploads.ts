/** Uploads that continue after a broken connection, by tus 1.0 (https://tus.io/protocols/resumable-upload). */
import type { Static } from 'typebox';
import { named } from './named.ts';
import { MB, type Route } from './route.ts';
import { API, byId, Count, closed, Id, nullable, Timestamp, wrapped } from './shapes.ts';
import { Type } from './type.ts';

export const TUS_VERSION = '1.0.0';
/** Bytes: 512 MB, the limit for videos. */
export const MAX_RESUMABLE = 512 * MB;
/** Uploads of one person that are not finished. */
export const MAX_UPLOADS = 32;
/** Slices of one upload. */
export const MAX_SLICES = 2000;

export const Upload = named(
  'Upload',
  closed({
    id: Id,
    name: Type.String(),
    size: { ...Count, description: 'Bytes of the whole file.' },
    offset: { ...Count, description: 'Bytes that have arrived. The next slice begins here.' },
    media_id: nullable({
      ...Id,
      description: 'The file in the library. Null until it has arrived completely.',
    }),
    expires_at: Timestamp,
  }),
);

export type Upload = Static<typeof Upload>;

const path = `${API}/uploads`;
const onlyOwn = 'Each person sees only their own uploads.';

export const uploadRoutes = {
  createUpload: {
    method: 'POST',
    path,
    summary: 'Begin an upload that can be resumed, by tus 1.0',
    description: `For images up to 16 MB and videos up to 512 MB. \`Upload-Length\` has the bytes of the file. \`Upload-Metadata\` may have \`filename\` and \`alt_text\`, and other keys are ignored. \`Location\` in the answer is the address of the upload. It ends after a day. A person may have ${MAX_UPLOADS} unfinished uploads.`,
    permission: 'media.write',
    requestHeaders: ['Tus-Resumable', 'Upload-Length', 'Upload-Metadata'],
    status: 201,
    output: null,
    answerHeaders: ['Location', 'Upload-Expires', 'Tus-Resumable'],
    errors: ['bad_request', 'tus_version', 'file_too_large', 'media_quota_exceeded', 'too_many_uploads'],
  },
  getUpload: {
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Get how much of an upload has arrived; with HEAD, by tus 1.0',
    description: `The headers say the same as the body. ${onlyOwn}`,
    permission: 'media.write',
    params: byId,
    requestHeaders: ['Tus-Resumable'],
    status: 200,
    output: wrapped(Upload),
    answerHeaders: ['Upload-Offset', 'Upload-Length', 'Upload-Expires', 'Belfry-Media-Id', 'Tus-Resumable'],
    errors: ['not_found', 'tus_version'],
  },
  sendSlice: {
    method: 'PATCH',
    path: `${path}/:id`,
    summary: 'Send the next slice of an upload, by tus 1.0',
    description: `The body is bytes of the file from \`Upload-Offset\`. A slice may have any size, and an upload at most ${MAX_SLICES} slices. Use 5 MB: a request must arrive within a minute. If the connection breaks, Belfry keeps what has arrived. The answer to the last slice has \`Belfry-Media-Id\`. A file that the library does not accept ends its upload. ${onlyOwn}`,
    permission: 'media.write',
    params: byId,
    bytes: true,
    perMinute: 600,
    requestHeaders: ['Tus-Resumable', 'Upload-Offset'],
    status: 204,
    output: null,
    answerHeaders: ['Upload-Offset', 'Upload-Expires', 'Belfry-Media-Id', 'Tus-Resumable'],
    errors: [
      'not_found',
      'bad_request',
      'tus_version',
      'upload_offset',
      'unsupported_media_type',
      'unfit_file',
      'file_too_large',
      'media_quota_exceeded',
      'storage_full',
    ],
  },
  deleteUpload: {
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'End an upload and remove what has arrived, by tus 1.0',
    description: `A file that is in the library already stays there. ${onlyOwn}`,
    permission: 'media.write',
    params: byId,
    requestHeaders: ['Tus-Resumable'],
    status: 204,
    output: null,
    answerHeaders: ['Tus-Resumable'],
    errors: ['not_found', 'tus_version'],
  },
} as const satisfies Record<string, Route>;
