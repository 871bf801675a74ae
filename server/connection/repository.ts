import {eq, sql} from 'drizzle-orm'
import type {EpochMs} from '../../contract/wire/common'
import type {Database} from '../database/connect'
import {deviceConnection} from '../database/schema/device'
import {heldDevices} from '../device/repository'

/** The reports of the transports of devices. Neither call waits for anything. */
export interface DeviceConnections {
  /** The device has its first session on this server. */
  entered(deviceId: string): void
  /** The device has no session on this server any more. */
  left(deviceId: string): void
}

export type ConnectionRow = Pick<typeof deviceConnection.$inferSelect, 'connectedAt' | 'disconnectedAt' | 'seenAt'>

/** That a device is connected, or was until `disconnectedAt`. */
export interface ConnectionNote {
  deviceId: string
  connectedAt: EpochMs
  disconnectedAt: EpochMs | null
}

interface Notes {
  /** The id of the server to which the devices are connected. */
  server: string
  now: EpochMs
  notes: readonly ConnectionNote[]
  /** Open rows of other servers that are older than this no longer count. */
  silentSince: EpochMs
}

export interface ConnectionRepository {
  /** A row for each server that the device has connected to. */
  read(deviceId: string): Promise<ConnectionRow[]>
  /** Writes one note per device. Returns the devices that still exist. */
  note(noted: Notes): Promise<string[]>
  /** Renews all devices that are noted as connected to the server, and returns how many. */
  renew(server: string, now: EpochMs): Promise<number>
}

export function createConnectionRepository({db}: Pick<Database, 'db'>): ConnectionRepository {
  return {
    read: deviceId =>
      db
        .select({
          connectedAt: deviceConnection.connectedAt,
          disconnectedAt: deviceConnection.disconnectedAt,
          seenAt: deviceConnection.seenAt,
        })
        .from(deviceConnection)
        .where(eq(deviceConnection.deviceId, deviceId)),

    async note({server, now, notes, silentSince}) {
      const ids = notes.map(({deviceId}) => deviceId)
      const connected = notes.map(({connectedAt}) => connectedAt)
      const disconnected = notes.map(({disconnectedAt}) => disconnectedAt)
      // Rows that another server is writing are left alone, so that two servers never wait for each other.
      const {rows} = await db.execute<{id: string}>(sql`
        with noted as (
          select * from unnest(${sql.param(ids)}::uuid[], ${sql.param(connected)}::int8[], ${sql.param(disconnected)}::int8[])
            as noted (device_id, connected_at, disconnected_at)
        ), held as (${heldDevices(sql`select device_id from noted`)}), written as (
          insert into device_connection (device_id, server, connected_at, disconnected_at, seen_at)
          select noted.device_id, ${server}::uuid, noted.connected_at, noted.disconnected_at, ${now}::int8
          from held join noted on noted.device_id = held.id
          on conflict (device_id, server) do update set
            connected_at = excluded.connected_at, disconnected_at = excluded.disconnected_at, seen_at = excluded.seen_at
          returning device_id, disconnected_at
        ), freed as (
          delete from device_connection where (device_id, server) in (
            select former.device_id, former.server from device_connection as former join written using (device_id)
            where former.server <> ${server}::uuid and written.disconnected_at is null
              and (former.disconnected_at is not null or former.seen_at <= ${silentSince}::int8)
            for update of former skip locked
          )
        )
        select device_id as id from written`)
      return rows.map(({id}) => id)
    },

    async renew(server, now) {
      // A device that is being removed has its row locked, and must not be waited for while other rows are held.
      const {rowCount} = await db.execute(sql`
        update device_connection set seen_at = ${now}::int8 where server = ${server}::uuid and device_id in (
          select device_id from device_connection where server = ${server}::uuid and disconnected_at is null
          for no key update skip locked
        )`)
      return rowCount ?? 0
    },
  }
}
