/**
 * PostgreSQL’s locks that belong to no row, by what only one may do at a time, of all servers on a database. The
 * numbers are arbitrary, but must be the same in every version of the server.
 */
export const ADVISORY_LOCKS = {
  migration: 7_305_001,
  /** The lock of transactions that remove a SYS_ADMIN, or take the authority away. */
  systemAdmins: 7_305_002,
  firstAdmin: 7_305_003,
  /** The lock of scheduled backups. */
  backup: 7_305_004,
  /** The lock of a pass of retention. */
  retention: 7_305_005,
  /** The lock of transactions that roll up hours of telemetry. */
  rollUp: 7_305_006,
  /** The lock of transactions that pack telemetry, or remove what is not packed. */
  pack: 7_305_007,
  /** The lock of transactions that claim a notification: no channel is called twice at a time. */
  claimNotification: 7_305_008,
  /** The lock of transactions that learn usual values from hours of telemetry. */
  learnUsual: 7_305_009,
} as const
