/**
 * The files of an export, each with its SQL. Every column is named here, so that a new column is not exported by
 * accident, except what people write into posts: that is always exported. Credentials, such as tokens, their hashes and sealed values, are never exported.
 */
import { writtenFields } from '@belfry/contract/written.ts';

export interface Section {
  /** The name in the zip: an array of objects, or for very many rows, one object on each line. */
  file: `${string}.json` | `${string}.ndjson`;
  about: string;
  /** All tables whose rows it contains. */
  tables: readonly string[];
  columns: string;
  /** The SQL from the table to the end of `where`. $1 is the workspace. */
  from: string;
  /** The column that orders the rows: a number above 0, unique in the workspace. */
  key: string;
  /** The approximate bytes of a row's parts, if they can be many. */
  weight?: string;
  /** Child rows by name. Each statement selects the rows whose parent's key is in $2, with this key as `of`. */
  parts?: Readonly<Record<string, string>>;
}

const PERSON = (id: string, as: string) =>
  `(select jsonb_build_object('id', u.id, 'name', u.name) from users u where u.id = ${id}) as ${as}`;

export const MEDIA: Section = {
  file: 'media.json',
  about:
    'The library, with the ids of the labels and the captions of videos as WebVTT. `file` is the name of the file in this zip. It is null if the export was made without files.',
  tables: ['media', 'media_labels', 'captions'],
  columns: `m.id, m.name, m.mime_type, m.kind, m.size, m.width, m.height, m.duration, m.duration_ms, m.video_codec,
    m.audio_codec, m.frame_rate, m.animated, nullif(m.frames, 0) as frames, m.alt_text, m.created_at`,
  from: 'media m where m.workspace_id = $1',
  key: 'm.id',
  weight: `(select coalesce(sum((c->'sizes'->>'vtt')::int), 0)::int from jsonb_array_elements(m.captions) c)`,
  parts: {
    labels: `select a.media_id as of, a.label_id as id
      from media_labels a where a.workspace_id = $1 and a.media_id = any($2) order by a.media_id, a.label_id`,
    captions: `select c.media_id as of, c.language, c.vtt
      from captions c where c.workspace_id = $1 and c.media_id = any($2) order by c.media_id, c.language`,
  },
};

export const CHANNELS: Section = {
  file: 'channels.json',
  about:
    'The connected accounts, also removed ones (`deleted_at`). Their credentials are not exported: connect the accounts again. `avatar_url` is the address of the picture at the network. `avatar_file` is the name of Belfry’s copy in this zip. It is null without a copy, or if the export was made without files.',
  tables: ['channels'],
  columns: `c.id, c.platform, c.account_id, c.name, c.username, c.avatar_url, c.avatar_key, c.limits, c.posting_times,
    c.posting_times_by_day, c.display_name, c.position, c.paused_at, c.last_published_at, c.needs_reconnect, c.reconnect_by, c.created_at, c.deleted_at`,
  from: 'channels c where c.workspace_id = $1',
  key: 'c.id',
};

export const sections: readonly Section[] = [
  {
    file: 'workspace.json',
    about: 'The settings of the workspace, its members, and its open invitations.',
    tables: ['workspaces', 'members', 'invitations'],
    columns: `w.id, w.name, w.time_zone, w.requires_approval, w.allow_self_review, w.grace_hours, w.posting_times,
      w.created_at`,
    from: 'workspaces w where w.id = $1',
    key: 'w.id',
    parts: {
      members: `select m.workspace_id as of, u.id, u.name, u.email, m.role, to_jsonb(m.channel_ids) as channel_ids,
          m.created_at
        from members m join users u on u.id = m.user_id
        where m.workspace_id = $1 and m.workspace_id = any($2) order by m.created_at, u.id`,
      invitations: `select i.workspace_id as of, i.email, i.role, to_jsonb(i.channel_ids) as channel_ids,
          ${PERSON('i.invited_by', 'invited_by')}, i.created_at, i.expires_at
        from invitations i where i.workspace_id = $1 and i.workspace_id = any($2) order by i.id`,
    },
  },
  CHANNELS,
  {
    file: 'labels.json',
    about: 'The labels that posts and files can have.',
    tables: ['labels'],
    columns: 'l.id, l.name, l.color, l.created_at',
    from: 'labels l where l.workspace_id = $1',
    key: 'l.id',
  },
  {
    file: 'posts.ndjson',
    about:
      'The posts, each with its targets (one for each channel), the ids of its media in order, the ids of the files that its targets name, the ids of its labels, its reviews and comments, what was approved, and changes that people have not saved yet.',
    tables: [
      'posts',
      'targets',
      'reviews',
      'comments',
      'post_media',
      'post_files',
      'post_labels',
      'metrics',
      'working_copies',
      'approved_copies',
    ],
    columns: `p.id, p.status, ${writtenFields.map((name) => `p.${name}`).join(', ')}, coalesce(p.published_at, p.planned_at) as scheduled_at, p.planned_at, p.published_at, p.created_at, p.updated_at, p.version,
      ${PERSON('p.author_id', 'author')}, ${PERSON('p.submitted_by', 'submitted_by')},
      to_jsonb(p.file_changed_by) as file_changed_by,
      encode(p.approved_digest, 'hex') as approved_digest`,
    from: 'posts p where p.workspace_id = $1',
    key: 'p.id',
    weight: `(select coalesce(sum(coalesce(octet_length(t.content), 0) + octet_length(t.settings::text)), 0)::int
      from targets t where t.workspace_id = $1 and t.post_id = p.id)
      + (select coalesce(sum(octet_length(c.post::text)), 0)::int
      from working_copies c where c.workspace_id = $1 and c.post_id = p.id)`,
    parts: {
      targets: `select t.post_id as of, t.id, t.channel_id, t.status, t.content, t.settings,
          to_jsonb(t.media_ids) as media_ids, t.image_fit, t.error, t.warnings,
          t.external_id, t.external_url, t.parts, t.removed_at, t.published_at, t.due_at,
          t.dismissed_at, ${PERSON('t.confirmed_by', 'confirmed_by')}
        from targets t where t.workspace_id = $1 and t.post_id = any($2) order by t.post_id, t.position`,
      media: `select a.post_id as of, a.media_id as id
        from post_media a where a.workspace_id = $1 and a.post_id = any($2) order by a.post_id, a.position`,
      files: `select f.post_id as of, f.media_id as id
        from post_files f where f.workspace_id = $1 and f.post_id = any($2) order by f.post_id, f.media_id`,
      labels: `select a.post_id as of, a.label_id as id
        from post_labels a where a.workspace_id = $1 and a.post_id = any($2) order by a.post_id, a.label_id`,
      approved_copies: `select a.post_id as of, a.review_id, a.post
        from approved_copies a where a.workspace_id = $1 and a.post_id = any($2) order by a.post_id`,
      working_copies: `select c.post_id as of, ${PERSON('c.user_id', 'person')}, c.base_version, c.post, c.updated_at
        from working_copies c where c.workspace_id = $1 and c.post_id = any($2) order by c.post_id, c.user_id`,
      metrics: `select t.post_id as of, m.target_id, m.measured_at, m.numbers from metrics m join targets t on t.id = m.target_id
        where m.workspace_id = $1 and t.post_id = any($2) order by m.target_id, m.number`,
      reviews: `select r.post_id as of, r.id, r.decision, r.comment, ${PERSON('r.reviewer_id', 'reviewer')}, r.version,
          r.created_at
        from reviews r where r.workspace_id = $1 and r.post_id = any($2) order by r.id`,
      comments: `select c.post_id as of, c.id, c.text, ${PERSON('c.author_id', 'author')}, to_jsonb(c.mentions) as mentions,
          c.created_at, c.edited_at
        from comments c where c.workspace_id = $1 and c.post_id = any($2) order by c.id`,
    },
  },
  {
    file: 'bin.ndjson',
    about: 'Posts that were deleted in the last 30 days, each with its targets, labels and comments.',
    tables: ['bin'],
    columns: `b.post_id as id, ${PERSON('b.author_id', 'author')}, ${PERSON('b.deleted_by', 'deleted_by')}, b.deleted_at,
      b.rows->'posts'->0->>'status' as status,
      ${writtenFields.map((name) => `b.rows->'posts'->0->'${name}' as ${name}`).join(', ')},
      b.rows->'posts'->0->>'planned_at' as planned_at,
      (select jsonb_agg(jsonb_build_object('channel_id', t->'channel_id', 'status', t->'status', 'content', t->'content',
         'settings', t->'settings', 'media_ids', t->'media_ids', 'external_url', t->'external_url') order by t->'position')
       from jsonb_array_elements(b.rows->'targets') as t) as targets,
      (select jsonb_agg(m->'media_id' order by m->'position') from jsonb_array_elements(b.rows->'post_media') as m) as media,
      (select jsonb_agg(l->'label_id' order by l->'label_id') from jsonb_array_elements(b.rows->'post_labels') as l) as labels,
      (select jsonb_agg(jsonb_build_object('id', c->'id', 'text', c->'text', 'author_id', c->'author_id', 'created_at', c->'created_at')
         order by c->'id') from jsonb_array_elements(b.rows->'comments') as c) as comments`,
    from: 'bin b where b.workspace_id = $1',
    key: 'b.id',
    weight: 'pg_column_size(b.rows)',
  },
  {
    file: 'events.ndjson',
    about:
      'The audit log as it was sealed, in the order of its chain. Each hash is SHA-256 of the hash before it (32 zero bytes before the first) and of the event’s canonical JSON (RFC 8785) without its hash. So any change can be detected.',
    tables: ['events'],
    columns: `e.workspace_id, e.seq, e.kind, e.at, e.user_id, e.post_id, e.target_id, e.channel_id, e.data,
      encode(e.hash, 'hex') as hash`,
    from: 'events e where e.workspace_id = $1 and e.seq is not null',
    key: 'e.seq',
  },
  MEDIA,
  {
    file: 'keys.json',
    about: 'API keys: owner, rights and validity. The keys themselves are not stored, so they are not here.',
    tables: ['api_keys'],
    columns: `k.id, ${PERSON('k.user_id', 'member')}, k.name, k.hint, k.scopes, to_jsonb(k.channel_ids) as channel_ids,
      k.created_at, k.last_used_at, k.expires_at, k.revoked_at, k.rotated_from, k.made_with`,
    from: 'api_keys k where k.workspace_id = $1',
    key: 'k.id',
  },
  {
    file: 'webhooks.json',
    about: 'Webhooks: their URLs and the kinds of events they get. Their secrets are not exported.',
    tables: ['webhooks'],
    columns: `h.id, h.url, h.description, h.kinds, to_jsonb(h.channel_ids) as channel_ids, h.created_at, h.position,
      h.disabled_at, h.disabled_because`,
    from: 'webhooks h where h.workspace_id = $1',
    key: 'h.id',
  },
  {
    file: 'suggestions.json',
    about: 'Mentions and tags that posts have used, which complete what people type.',
    tables: ['suggestions'],
    columns: 's.kind, s.platform, s.text, s.uses, s.used_at, to_jsonb(s.channel_ids) as channel_ids',
    from: `(select row_number() over (order by kind, platform, folded) as number, * from suggestions where workspace_id = $1) s
      where s.workspace_id = $1`,
    key: 's.number',
  },
  {
    file: 'channel-sets.json',
    about: 'The sets of channels. `channel_ids` may contain removed channels.',
    tables: ['channel_sets'],
    columns: 's.id, s.name, to_jsonb(s.channel_ids) as channel_ids, s.created_at',
    from: 'channel_sets s where s.workspace_id = $1',
    key: 's.id',
  },
];

/** Tables with rows of a workspace that no section contains, and why. */
export const notExported: Readonly<Record<string, string>> = {
  removals: 'requests to delete posts at networks; the events have them',
  measurements: 'when numbers are read next',
  preparations: 'which targets are prepared ahead of their time',
  revisits: 'when published posts without a page are read next',
  grants: 'the credentials of the connected accounts',
  revocations: 'the credentials of removed accounts, until their networks have ended them',
  sign_ins: 'unfinished sign-ins at networks; they expire within minutes',
  account_choices: 'accounts that a sign-in offered; they expire within minutes',
  journal: 'results of the steps of attempts; they may contain confidential answers of networks',
  transcodings: 'which videos are converted at the moment',
  comment_marks: 'how far each person has read the comments of a post',
  renditions: 'derived from the media, and made again when needed',
  idempotency_keys: 'stored answers for repeated requests, kept for a day',
  password_resets: 'links with which people set a new password',
  event_heads: 'the last event of each chain, which is the last line of events.ndjson',
  webhook_secrets: 'secrets that sign the webhooks',
  webhook_deliveries: 'requests that were sent for the events, kept for days',
  notices: 'personal notices about the events',
  notice_settings: 'personal settings',
  notice_positions: 'the position of the notices in the events',
  exports: 'the exports themselves',
  uploads: 'files that are still arriving; they are in the library when they have arrived',
  post_words: 'the words of the posts, for searches',
  search_marks: 'posts whose words are not yet up to date',
  search_authors: 'the authors of the posts, for searches',
  link_cards: 'what pages behind links say about themselves, kept for an hour',
  upload_slices: 'the parts of such files',
  erasures: 'a workspace that is being erased cannot be exported',
};
