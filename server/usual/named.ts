import type {LiveUnusual} from '../../contract/wire/telemetry/usual'
import type {Database} from '../database/connect'
import {isAnyOf} from '../database/rows'
import {namedDevice} from '../device/repository'
import {keyIdsOf, keyNames, type SeriesRef} from '../telemetry/repository'
import type {UsualChange} from './judging'

/** Returns the changes of series with ids of devices and names of keys. Removed devices are left out. */
export function createNamed({db, pool}: Pick<Database, 'db' | 'pool'>) {
  async function named(changes: readonly UsualChange[], isAccepted = false): Promise<LiveUnusual[]> {
    const numbers = [...new Set(changes.map(({deviceNumber}) => deviceNumber))]
    const [devices, keys] = await Promise.all([
      db.select().from(namedDevice).where(isAnyOf(namedDevice.number, numbers)),
      keyNames(pool, [...new Set(changes.map(({keyId}) => keyId))]),
    ])
    const ids = new Map(devices.map(({number, id}) => [number, id]))
    return changes.flatMap(({deviceNumber, keyId, unusualSince, value, score, isNotified}) => {
      const [id, key] = [ids.get(deviceNumber), keys.get(keyId)]
      if (id === undefined || key === undefined) return []
      return [
        {device_id: id, key, unusual_since: unusualSince, value, score, is_told: isNotified, is_accepted: isAccepted},
      ]
    })
  }

  async function seriesOf(news: readonly Pick<LiveUnusual, 'device_id' | 'key'>[]): Promise<SeriesRef[]> {
    if (news.length === 0) return []
    const [devices, keys] = await Promise.all([
      db
        .select()
        .from(namedDevice)
        .where(isAnyOf(namedDevice.id, [...new Set(news.map(({device_id}) => device_id))])),
      keyIdsOf(pool, [...new Set(news.map(({key}) => key))]),
    ])
    const numbers = new Map(devices.map(({number, id}) => [id, number]))
    return news.flatMap(({device_id: id, key}) => {
      const [deviceNumber, keyId] = [numbers.get(id), keys.get(key)]
      return deviceNumber === undefined || keyId === undefined ? [] : [{deviceNumber, keyId}]
    })
  }

  return Object.assign(named, {seriesOf})
}
