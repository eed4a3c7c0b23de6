/** Working copies: changes to a planned or failed post that a person has not saved yet. */
import type { Static } from 'typebox';
import { Detail } from './details.ts';
import { Advice, Violation } from './error-body.ts';
import { named } from './named.ts';
import { POST_LIMIT, PostIn } from './posts.ts';
import type { Route } from './route.ts';
import { API, byId, closed, Id, MomentIn, nullable, Person, Timestamp, wrapped } from './shapes.ts';
import { WrittenTarget } from './targets.ts';
import { Type } from './type.ts';
import { written } from './written.ts';

const { status: _status, publish_in: _delay, confirm_resend: _confirmed, ...kept } = PostIn.properties;

const baseVersion = Type.Integer({
  minimum: 1,
  maximum: 2 ** 31 - 1,
  description: 'The version of the post from which you began: the number in its ETag.',
});

const WorkingCopyIn = named(
  'WorkingCopyIn',
  closed({
    base_version: baseVersion,
    continues: Type.Optional({
      ...nullable(MomentIn),
      description:
        'The `updated_at` of the copy that these changes continue, or null if there was none. With it, the answer is 409 `version_conflict` if you have kept another copy since.',
    }),
    post: named('WorkingPostIn', closed(kept)),
  }),
);

export type WorkingCopyIn = Static<typeof WorkingCopyIn>;

const WorkingPost = named(
  'WorkingPost',
  closed({
    ...written,
    scheduled_at: nullable(Timestamp),
    queue: Type.Boolean(),
    media_ids: Type.Array(Id),
    label_ids: Type.Optional(
      Type.Array(Id, { description: 'Missing: the labels of the post. Without labels that were deleted.' }),
    ),
    targets: Type.Array(WrittenTarget),
  }),
);

export type WorkingPost = Static<typeof WorkingPost>;

const stamp = { base_version: baseVersion, updated_at: Timestamp };

export const WorkingCopies = named(
  'WorkingCopies',
  closed({
    own: nullable(closed({ ...stamp, post: WorkingPost })),
    others: Type.Array(closed({ person: Person, updated_at: Timestamp }), {
      description: 'Other people with unsaved changes to the post, latest first.',
    }),
  }),
);

export type WorkingCopies = Static<typeof WorkingCopies>;

export const KeptCopy = named(
  'KeptCopy',
  closed({
    ...stamp,
    details: Type.Array(Detail, { description: 'What would be refused before the limits are checked.' }),
    violations: Type.Array(Violation),
    advice: Type.Array(Advice),
  }),
);

export type KeptCopy = Static<typeof KeptCopy>;

const path = `${API}/posts/:id/working-copy`;

export const workingCopyRoutes = {
  getWorkingCopy: {
    method: 'GET',
    path,
    summary: 'Get your unsaved changes to a post, and see who else has some',
    description: 'Nobody else can read your working copy. Others see your name and the time.',
    permission: 'post.read',
    params: byId,
    status: 200,
    output: wrapped(WorkingCopies),
    errors: ['not_found'],
  },
  putWorkingCopy: {
    method: 'PUT',
    path,
    summary: 'Keep unsaved changes to a planned or failed post',
    description:
      'The post itself does not change, until you save it. The answer says what would be refused. The copy ends with the post, or 30 days after its last change. As long as it exists, its files cannot be deleted.',
    permission: 'post.write',
    params: byId,
    body: WorkingCopyIn,
    bodyLimit: POST_LIMIT,
    status: 200,
    output: wrapped(KeptCopy),
    errors: ['not_found', 'post_publishing', 'post_published', 'post_is_draft', 'version_conflict'],
  },
  deleteWorkingCopy: {
    method: 'DELETE',
    path,
    summary: 'Discard your unsaved changes to a post',
    description: 'Also answers 204 if there are none.',
    permission: 'post.write',
    params: byId,
    status: 204,
    output: null,
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
