/** Marks the PostgreSQL processes that this server starts. It never ends a PostgreSQL without this mark. */
export const CLUSTER_NAME = 'pulsewall'

/** Linux can flush a whole file system at once, which is several times faster than flushing a thousand files singly. */
export const SYNC_METHOD = process.platform === 'linux' ? 'syncfs' : 'fsync'

/**
 * Settings of PostgreSQL. They are given on the command line and not in postgresql.conf, so that a newer server brings
 * its own settings to an existing cluster.
 */
export function serverSettings(socketFolder: string): Record<string, string> {
  return {
    cluster_name: CLUSTER_NAME,
    listen_addresses: '',
    unix_socket_directories: quoteListItem(socketFolder),
    unix_socket_permissions: '0700',
    max_connections: '50',

    // A commit is acknowledged only when it is on the disk.
    fsync: 'on',
    synchronous_commit: 'on',
    recovery_init_sync_method: SYNC_METHOD,
    full_page_writes: 'on',

    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    work_mem: '16MB',
    maintenance_work_mem: '64MB',
    jit: 'off',
    random_page_cost: '1.1',

    // The write-ahead log stays under 256 MB and keeps the files that it will need. So a full disk hits the tables
    // first, where it is an error of one statement; in the log it would crash PostgreSQL.
    max_wal_size: '192MB',
    min_wal_size: '128MB',
    wal_compression: 'on',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.7',

    // Index-only scans of telemetry need frequent vacuums, because its rows are appended all the time.
    autovacuum: 'on',
    autovacuum_naptime: '30s',
    autovacuum_vacuum_scale_factor: '0.1',
    autovacuum_analyze_scale_factor: '0.05',

    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    log_statement: 'none',
    // Failed statements are not logged, because they and their parameters can hold personal data.
    log_min_error_statement: 'panic',
    log_line_prefix: '%m [%p] ',
  }
}

export function asParameters(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** The setting is a list, so a comma or a space in the name of the folder would split it without the quotes. */
function quoteListItem(item: string): string {
  return `"${item.replaceAll('"', '""')}"`
}
