import type {Database} from '../../database/connect'
import type {Metric} from './metrics'

const SIZE = 'select pg_database_size(current_database())::float8 as bytes'

/** The connections of this server to the database, and the size of the database. */
export function databaseMetrics({pool}: Database): readonly Metric[] {
  const readSize = async () => {
    const {rows} = await pool.query<{bytes: number}>(SIZE)
    return rows[0]?.bytes ?? Number.NaN
  }
  return [
    {name: 'database_connections', help: 'Open connections to the database', value: () => pool.totalCount},
    {name: 'database_connections_idle', help: 'Those of them that are idle', value: () => pool.idleCount},
    {name: 'database_waiting', help: 'Calls that wait for a connection', value: () => pool.waitingCount},
    {name: 'database_size_bytes', help: 'Size of the database', value: readSize},
  ]
}
