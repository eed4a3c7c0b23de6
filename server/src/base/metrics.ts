/** Every metric of Belfry in `/metrics`. `docs/metrics.md` is generated from this list. */

interface Metric {
  kind: 'counter' | 'gauge' | 'histogram';
  help: string;
  /** Each has few values: never a workspace, a person or a text. */
  labels?: readonly string[];
  /** Upper bounds, in the unit that the name ends with. */
  buckets?: readonly number[];
}

const SHORT = [0.005, 0.02, 0.1, 0.5, 2, 10];

export const metrics = {
  belfry_claims_total: {
    kind: 'counter',
    help: 'Targets that this process claimed.',
    labels: ['platform'],
  },
  belfry_attempts_total: {
    kind: 'counter',
    help: 'Attempts by outcome: published, later, held, failed, voided or unconfirmed. The code is the reason of a failure or a delay.',
    labels: ['platform', 'outcome', 'code'],
  },
  belfry_lateness_seconds: {
    kind: 'histogram',
    help: 'Seconds from the due time of a published target to the claim of its last attempt.',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 600, 3600, 86_400],
  },
  belfry_leases_lost_total: {
    kind: 'counter',
    help: 'Attempts that this process stopped because another worker had claimed their target.',
  },
  belfry_outbound_seconds: {
    kind: 'histogram',
    help: 'Calls to networks (also to the OpenID provider, as openid, and to webhooks) by the class of the status. unsent: the request did not leave this machine. unanswered: no complete answer came.',
    labels: ['platform', 'outcome'],
    buckets: SHORT,
  },
  belfry_http_request_seconds: {
    kind: 'histogram',
    help: 'Requests answered, by the template of the path and the class of the status.',
    labels: ['method', 'route', 'status'],
    buckets: SHORT,
  },
  belfry_storage_seconds: {
    kind: 'histogram',
    help: 'Calls to the storage of media (adopt, find, read until the first byte, remove, check; list only when it fails) by result: done, refused (no such file, no room) or unavailable.',
    labels: ['call', 'outcome'],
    buckets: SHORT,
  },
  belfry_storage_errors_total: {
    kind: 'counter',
    help: 'Calls to the storage of media that failed because it did not answer, was too slow or refused the keys.',
  },
  belfry_storage_up: {
    kind: 'gauge',
    help: '1 when the storage of media answered the last call of this process, else 0; it is checked every 30 s. While it is 0, posts with media wait.',
  },
  belfry_webhook_tries_total: {
    kind: 'counter',
    help: 'Calls to webhooks by result: delivered, refused (a status other than 2xx) or unanswered.',
    labels: ['outcome'],
  },
  belfry_database_up: {
    kind: 'gauge',
    help: '1 when the database answered for this request. 0: the metrics of the whole installation are missing.',
  },
  belfry_processes: {
    kind: 'gauge',
    help: 'Processes that run on this database, by role and version.',
    labels: ['role', 'version'],
  },
  belfry_disk_free_bytes: {
    kind: 'gauge',
    help: 'Free bytes on the disks of this process: of DATA_DIR (data), of the embedded database, and of the media.',
    labels: ['disk'],
  },
  belfry_pool_connections: {
    kind: 'gauge',
    help: 'Connections of this process to the database by state: busy or idle.',
    labels: ['state'],
  },
  belfry_pool_waiting: {
    kind: 'gauge',
    help: 'Statements of this process that wait for a connection.',
  },
  belfry_oldest_due_seconds: {
    kind: 'gauge',
    help: 'Seconds since the oldest claimable target became due.',
  },
  belfry_last_claim_seconds: {
    kind: 'gauge',
    help: 'Seconds since a worker last tried to claim; missing when no worker ever did.',
  },
  belfry_targets_due: {
    kind: 'gauge',
    help: 'Due targets that no worker has claimed; at most 10,000 are counted.',
  },
  belfry_lanes_busy: { kind: 'gauge', help: 'Channels with a target that a worker publishes now.' },
  belfry_channels_held: {
    kind: 'gauge',
    help: 'Channels that hold their posts until a person connects them again.',
  },
  belfry_apps_paused: {
    kind: 'gauge',
    help: 'Apps at networks whose posts wait, by reason: throttled, or refused (the operator must correct the app or its keys).',
    labels: ['reason'],
  },
  belfry_measure_budget_used: {
    kind: 'gauge',
    help: 'Posts of MEASURE_BUDGET that are used up in this month (UTC), for each network that charges for numbers.',
    labels: ['platform'],
  },
  belfry_events_unsealed: {
    kind: 'gauge',
    help: 'Events that are not sealed yet; at most 10,000 are counted.',
  },
  belfry_mails_waiting: {
    kind: 'gauge',
    help: 'Mails that wait to be sent; at most 10,000 are counted.',
  },
  belfry_oldest_mail_seconds: {
    kind: 'gauge',
    help: 'Age in seconds of the oldest mail that waits to be sent; 0 when no mail waits.',
  },
  belfry_exports_waiting: { kind: 'gauge', help: 'Exports that are requested or in progress.' },
  belfry_webhooks: {
    kind: 'gauge',
    help: 'Webhooks by state: working, failing or disabled.',
    labels: ['state'],
  },
  belfry_webhook_lag_events: {
    kind: 'gauge',
    help: 'Events that the slowest working webhook has not received yet.',
  },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;

/** All metrics with the common type. */
export function listMetrics(): [MetricName, Metric][] {
  return Object.entries(metrics) as [MetricName, Metric][];
}
