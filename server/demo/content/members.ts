import {and, eq, not, sql} from 'drizzle-orm'
import type {Database} from '../../database/connect'
import {device, deviceCredentials} from '../../database/schema/device'
import {type DemoDevice, demoDevices} from './devices'

/** A demo device that is stored in the database. */
export interface Member extends DemoDevice {
  number: number
  accessToken: string
  /**
   * Makes the signals of devices differ. It depends on the place in the list only, so it is the same at every start.
   */
  seed: number
}

/** Finds the demo devices that nobody has deleted. */
export async function findMembers({db}: Pick<Database, 'db'>): Promise<Member[]> {
  const stored = await db
    .select({
      key: sql<string | null>`${device.additionalInfo} ->> 'demo'`,
      number: device.number,
      accessToken: deviceCredentials.credentialsValue,
    })
    .from(device)
    .innerJoin(deviceCredentials, and(eq(deviceCredentials.deviceId, device.id), not(deviceCredentials.isFormer)))
  const byKey = new Map(stored.map(row => [row.key, row]))
  return demoDevices().flatMap((described, seed) => {
    const row = byKey.get(described.key)
    return row === undefined ? [] : [{...described, number: row.number, accessToken: row.accessToken, seed}]
  })
}
