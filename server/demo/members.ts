import {eq, sql} from 'drizzle-orm'
import type {Database} from '../database/connect'
import {device, deviceCredentials} from '../database/schema'
import {type DemoDevice, demoDevices} from './devices'

/** A demo device as it stands in the database. */
export interface Member extends DemoDevice {
  number: number
  accessToken: string
  /** Fixed by its place in the list, for its signals. */
  seed: number
}

/** Those demo devices that nobody has deleted. */
export async function findMembers({db}: Pick<Database, 'db'>): Promise<Member[]> {
  const stored = await db
    .select({
      key: sql<string | null>`${device.additionalInfo} ->> 'demo'`,
      number: device.number,
      accessToken: deviceCredentials.credentialsValue,
    })
    .from(device)
    .innerJoin(deviceCredentials, eq(deviceCredentials.deviceId, device.id))
  const byKey = new Map(stored.map(row => [row.key, row]))
  return demoDevices().flatMap((described, seed) => {
    const row = byKey.get(described.key)
    return row === undefined ? [] : [{...described, number: row.number, accessToken: row.accessToken, seed}]
  })
}
