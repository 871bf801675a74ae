import type {Milliseconds} from '../../contract/wire/common'
import {type Database, openPool} from '../database/connect'

export interface HealthCheck {
  isHealthy(): Promise<boolean>
  close(): Promise<void>
}

const PATIENCE: Milliseconds = 1000

/** Uses its own connection, so that slow queries which occupy the whole pool do not make the server look dead. */
export function createHealthCheck({pool}: Database): HealthCheck {
  const ownPool = openPool({
    ...pool.options,
    max: 1,
    connectionTimeoutMillis: PATIENCE,
    query_timeout: PATIENCE,
    allowExitOnIdle: true,
  })
  return {
    isHealthy: () =>
      ownPool.query('select 1').then(
        () => true,
        () => false,
      ),
    close: () => ownPool.end(),
  }
}
