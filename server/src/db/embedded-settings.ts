/** PostgreSQL's settings. On the command line, so that a new version of Belfry can change them for existing clusters. */
export const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  // A lost commit could publish a post twice.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // A small server without replicas.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  max_connections: '60',
  shared_buffers: '64MB',
  autovacuum_worker_slots: '3',
  io_method: 'sync',
  jit: 'off',
  // /dev/shm is small in a container, and logind clears it when the user who started Belfry logs out.
  dynamic_shared_memory_type: 'mmap',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  log_checkpoints: 'off',
  // The caller reports a failed statement. The statement may contain people's texts, which do not belong in the log.
  log_min_messages: 'log',
};

/** Names the superuser and the database. */
export const owner = 'belfry';
