/** Every figure of our own that `/metrics` shows. `docs/metrics.md` is made of it. */

interface Metric {
  kind: 'counter' | 'gauge' | 'histogram';
  help: string;
  /** Each takes few values: never a workspace, a person or a text. */
  labels?: readonly string[];
  /** Upper bounds, in the unit that the name ends with. */
  buckets?: readonly number[];
}

const SOON = [0.005, 0.02, 0.1, 0.5, 2, 10];

export const metrics = {
  belfry_claims_total: {
    kind: 'counter',
    help: 'Targets that this process took to publish.',
    labels: ['platform'],
  },
  belfry_attempts_total: {
    kind: 'counter',
    help: 'Attempts by how they ended: published, later, held, failed, voided or unconfirmed. The code says why one failed or is put off.',
    labels: ['platform', 'outcome', 'code'],
  },
  belfry_lateness_seconds: {
    kind: 'histogram',
    help: 'Seconds from the time a target was due until its last attempt was claimed, of those published.',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 600, 3600, 86_400],
  },
  belfry_leases_lost_total: {
    kind: 'counter',
    help: 'Attempts that this process stopped since another worker had taken over their target.',
  },
  belfry_outbound_seconds: {
    kind: 'histogram',
    help: 'Calls to networks (also to the provider of sign-ins, openid, and to webhooks) by the class of their answer; unsent: nothing left this machine; unanswered: no whole answer came.',
    labels: ['platform', 'outcome'],
    buckets: SOON,
  },
  belfry_http_request_seconds: {
    kind: 'histogram',
    help: 'Requests answered, by the template of their address and the class of their status.',
    labels: ['method', 'route', 'status'],
    buckets: SOON,
  },
  belfry_storage_seconds: {
    kind: 'histogram',
    help: 'Calls to the storage of media (adopt, find, read until the first byte, remove, check; list only when it fails) by how they ended: done, refused (no such file, no room) or unavailable.',
    labels: ['call', 'outcome'],
    buckets: SOON,
  },
  belfry_storage_errors_total: {
    kind: 'counter',
    help: 'Calls to the storage of media that found it away, too slow, or refusing the keys it was given.',
  },
  belfry_storage_up: {
    kind: 'gauge',
    help: '1 when the last call of this process to the storage of media was answered; it is asked every 30 s. 0: posts with media wait.',
  },
  belfry_webhook_tries_total: {
    kind: 'counter',
    help: 'Calls to webhooks by what came of them: delivered, refused (another status) or unanswered.',
    labels: ['outcome'],
  },
  belfry_database_up: {
    kind: 'gauge',
    help: '1 when the database answered this very request; 0: the figures of the whole installation are missing.',
  },
  belfry_processes: {
    kind: 'gauge',
    help: 'Processes that run on this database, by role and version.',
    labels: ['role', 'version'],
  },
  belfry_disk_free_bytes: {
    kind: 'gauge',
    help: 'Bytes that are free on the disks of this process: where DATA_DIR lies (data), and where its embedded database and its media do.',
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
    help: 'Seconds for which the oldest claimable target has been due.',
  },
  belfry_last_claim_seconds: {
    kind: 'gauge',
    help: 'Seconds since any worker looked for work; missing when none ever did.',
  },
  belfry_targets_due: {
    kind: 'gauge',
    help: 'Targets that are due and that no worker has; at most 10,000 are counted.',
  },
  belfry_lanes_busy: { kind: 'gauge', help: 'Channels of which a worker is publishing a target.' },
  belfry_channels_held: {
    kind: 'gauge',
    help: 'Channels that hold their posts back until a person signs in to the network again.',
  },
  belfry_events_unsealed: {
    kind: 'gauge',
    help: 'Events of the log without their place in the chain; at most 10,000 are counted.',
  },
  belfry_mails_waiting: {
    kind: 'gauge',
    help: 'Mails that are still to be sent; at most 10,000 are counted.',
  },
  belfry_oldest_mail_seconds: {
    kind: 'gauge',
    help: 'Seconds for which the oldest mail that is still to be sent has waited; 0 when none waits.',
  },
  belfry_exports_waiting: { kind: 'gauge', help: 'Exports that are asked for or being made.' },
  belfry_webhooks: {
    kind: 'gauge',
    help: 'Webhooks by state: working, failing or disabled.',
    labels: ['state'],
  },
  belfry_webhook_lag_events: {
    kind: 'gauge',
    help: 'Events of the log beyond the position of the webhook that is farthest behind, of those that do not fail.',
  },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;

/** As `Metric`, whatever the name. */
export function listMetrics(): [MetricName, Metric][] {
  return Object.entries(metrics) as [MetricName, Metric][];
}
