import type {Milliseconds} from '../../contract/wire/common'
import {type Database, openPool} from '../database/connect'
import type {Findings} from './readiness'

export interface HealthCheck {
  isHealthy(): Promise<boolean>
  /** Whether the database answers, and stores. */
  findings(): Promise<Findings>
  close(): Promise<void>
}

/** A second, unless the server is to be more patient. */
const SHARE_OF_CONNECTING = 1 / 5

export const AWAY = {reasons: ['The database does not answer.']}
export const READS_ONLY = {reasons: ['The database stores nothing: it is read-only, or its disk is almost full.']}

/** Uses its own connection, so that slow queries which occupy the whole pool do not make the server look dead. */
export function createHealthCheck({pool}: Database): HealthCheck {
  const patience: Milliseconds = (pool.options.connectionTimeoutMillis ?? 5000) * SHARE_OF_CONNECTING
  const ownPool = openPool({
    ...pool.options,
    max: 1,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    allowExitOnIdle: true,
  })
  return {
    isHealthy: () =>
      ownPool.query('select 1').then(
        () => true,
        () => false,
      ),
    findings: () =>
      ownPool.query<{isReadOnly: boolean}>(IS_READ_ONLY).then(
        ({rows}) => (rows[0]?.isReadOnly ? READS_ONLY : {}),
        () => AWAY,
      ),
    close: () => ownPool.end(),
  }
}

/** Whether writes are refused; also true on a standby. */
const IS_READ_ONLY = `select current_setting('transaction_read_only')::boolean as "isReadOnly"`
