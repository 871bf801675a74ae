/**
 * PostgreSQL’s locks that belong to no row, by what only one may do at a time, of all servers on a database. The
 * numbers are arbitrary, but must be the same in every version of the server.
 */
export const ADVISORY_LOCKS = {
  migration: 7_305_001,
  /** Held until a transaction that removes a SYS_ADMIN, or takes the authority away, ends. */
  systemAdmins: 7_305_002,
  firstAdmin: 7_305_003,
  /** Held as long as a scheduled backup takes. */
  backup: 7_305_004,
  /** Held as long as a pass of retention takes. */
  retention: 7_305_005,
  /** Held until a transaction that rolls up hours of telemetry ends. */
  rollUp: 7_305_006,
  /** Held until a transaction that packs telemetry ends, or removes what is not packed. */
  pack: 7_305_007,
  /** Held until a transaction that claims a notification ends: no channel is called twice at a time. */
  claimNotification: 7_305_008,
  /** Held until a transaction that learns from hours of telemetry what is usual ends. */
  learnUsual: 7_305_009,
} as const
