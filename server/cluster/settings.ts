/** Marks our processes: only those are ever ended by us. */
export const CLUSTER_NAME = 'pulsewall'

/** Linux can write a whole file system to the disk at once, which is several times faster than a thousand files one by one. */
export const SYNC_METHOD = process.platform === 'linux' ? 'syncfs' : 'fsync'

/** Of postgresql.conf; given on the command line, so that they belong to this version of the server and not to the cluster. */
export function serverSettings(socketFolder: string): Record<string, string> {
  return {
    cluster_name: CLUSTER_NAME,
    listen_addresses: '',
    unix_socket_directories: quoteListItem(socketFolder),
    unix_socket_permissions: '0700',
    max_connections: '50',

    // An acknowledged commit is on the disk.
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

    // The log of writes stays under 256 MB, and as much as it will need is kept: a full disk hits tables first, where it is an error and not a crash.
    max_wal_size: '192MB',
    min_wal_size: '128MB',
    wal_compression: 'on',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.7',

    // Telemetry is appended and never updated: vacuum often enough for index-only scans, in small portions.
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
    // Parameters and statements can hold personal data.
    log_min_error_statement: 'panic',
    log_line_prefix: '%m [%p] ',
  }
}

/** As `-c` parameters. */
export function asParameters(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** The setting is a list: a comma or a blank in the folder's name must not split it. */
function quoteListItem(item: string): string {
  return `"${item.replaceAll('"', '""')}"`
}
