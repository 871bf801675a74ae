import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {DeviceConnectionWire} from '../../contract/wire/entities/connection'
import type {ConnectionRow} from './repository'

/** A server that has not renewed its rows for as long is silent. */
export const SILENT_AFTER: Milliseconds = 90_000

/** The connection by the rows of a device, one for each server. */
export function connectionAt(rows: readonly ConnectionRow[], now: EpochMs): DeviceConnectionWire {
  const open = rows.filter(({disconnectedAt}) => disconnectedAt === null)
  const current = open.filter(({seenAt}) => now - seenAt < SILENT_AFTER)
  if (current.length > 0) return connection('connected', newest(current.map(({connectedAt}) => connectedAt)))
  // A device that connects elsewhere has left a server that was silent by then.
  const silent = open.filter(({seenAt}) => !rows.some(({connectedAt}) => connectedAt > seenAt))
  if (silent.length > 0) return connection('unknown', newest(silent.map(({seenAt}) => seenAt)))
  const ended = rows.flatMap(({disconnectedAt}) => disconnectedAt ?? [])
  return ended.length > 0 ? connection('disconnected', newest(ended)) : connection('never', null)
}

const newest = (times: readonly EpochMs[]): EpochMs => Math.max(...times)

const connection = (state: DeviceConnectionWire['state'], since: EpochMs | null) =>
  ({state, since, by: 'mqtt'}) as const
