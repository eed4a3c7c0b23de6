/** Labels, which people put on the posts and files of their workspace. */
import type { Static } from 'typebox';
import { labelColors, MAX_LABELS } from './label-values.ts';
import { named } from './named.ts';
import type { Route } from './route.ts';
import { API, byId, closed, Id, Line, wrapped } from './shapes.ts';
import { Type } from './type.ts';

const LabelColor = named('LabelColor', Type.Enum(labelColors));

export const Label = named('Label', closed({ id: Id, name: Type.String(), color: LabelColor }));

export type Label = Static<typeof Label>;

const Name = {
  ...Line({ minLength: 1, maxLength: 60 }),
  description: 'A workspace has each name once. Capitals, and spaces around it, make no difference.',
};

const LabelIn = named('LabelIn', closed({ name: Name, color: LabelColor }));

export type LabelIn = Static<typeof LabelIn>;

const LabelPatch = named(
  'LabelPatch',
  closed({ name: Type.Optional(Name), color: Type.Optional(LabelColor) }),
);

export type LabelPatch = Static<typeof LabelPatch>;

const path = `${API}/labels`;

export const labelRoutes = {
  listLabels: {
    method: 'GET',
    path,
    summary: 'List the labels of the workspace by name',
    description: 'Set the labels of a post or a file with `label_ids`. Networks never see them.',
    permission: 'post.read',
    status: 200,
    output: wrapped(Type.Array(Label, { maxItems: MAX_LABELS })),
    errors: [],
  },
  createLabel: {
    method: 'POST',
    path,
    summary: 'Create a label',
    description: `A workspace has at most ${MAX_LABELS} labels.`,
    permission: 'post.write',
    body: LabelIn,
    status: 201,
    output: wrapped(Label),
    errors: ['label_exists', 'too_many_labels'],
  },
  updateLabel: {
    method: 'PATCH',
    path: `${path}/:id`,
    summary: 'Change the name or the color of a label',
    description: 'Fields that you leave out stay as they are. Posts and files keep the label.',
    permission: 'workspace.manage',
    params: byId,
    body: LabelPatch,
    status: 200,
    output: wrapped(Label),
    errors: ['not_found', 'label_exists'],
  },
  deleteLabel: {
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a label, and take it off all posts and files',
    description: 'Nothing else about them changes, and posts keep their version.',
    permission: 'workspace.manage',
    params: byId,
    status: 204,
    output: null,
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
