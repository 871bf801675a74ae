import {eq, sql} from 'drizzle-orm'
import {HEARTBEAT_ATTRIBUTE} from '../../../contract/rules/deviceStatus'
import type {EpochMs} from '../../../contract/wire/common'
import {exactlyOne} from '../../database/rows'
import {namedDevice} from '../../device/repository'
import type {AlarmStore, Executor} from '../store'
import {endSilence, storedThreshold} from './evaluation'
import {HEARTBEAT_KEY} from './newest'
import {type AlarmChange, Progress} from './progress'
import {HOLD_REVISION} from './revision'
import {type FindKeyIds, readThresholds} from './thresholds'
import {alarmsOf} from './watching'

export interface HeartbeatsOptions {
  store: AlarmStore
  findKeyIds: FindKeyIds
  now: () => EpochMs
}

const REMEMBERED_DEVICES = 100_000

/** A screen shows that it is alive by its client attribute `heartbeat`, which counts as a value of that series. */
export function createHeartbeats({store, findKeyIds, now}: HeartbeatsOptions) {
  /** Devices whose alarm of silence has been begun, if their threshold requests one. */
  const begun = new Set<string>()

  /** Later changes of thresholds begin the alarms of devices that have the attribute. */
  async function begin(executor: Executor, deviceId: string) {
    await executor.execute(sql.raw(HOLD_REVISION))
    const {number} = exactlyOne(
      await executor.select({number: namedDevice.number}).from(namedDevice).where(eq(namedDevice.id, deviceId)),
    )
    const devices = await readThresholds(executor, [number], findKeyIds)
    const series = [...(devices.get(number)?.values() ?? [])].find(({key}) => key === HEARTBEAT_ATTRIBUTE)
    if (series === undefined) return
    await store.begin(
      executor,
      alarmsOf(series, now()).filter(({kind}) => kind === 'silence'),
    )
  }

  return {
    /** Call it in the transaction that writes the attribute. */
    async receive(executor: Executor, deviceId: string): Promise<AlarmChange[]> {
      if (!begun.has(deviceId)) {
        await begin(executor, deviceId)
        if (begun.size >= REMEMBERED_DEVICES) begun.clear()
        begun.add(deviceId)
      }
      const silences = await store.lockWhere(
        executor,
        sql`alarm.device_number = (select number from ${namedDevice} where id = ${deviceId})
          and alarm.key_id = ${HEARTBEAT_KEY} and alarm.kind = 'silence'`,
      )
      const changes = silences.flatMap(stored => {
        const progress = new Progress(stored)
        const threshold = storedThreshold(stored)
        if (threshold !== undefined) endSilence(progress, threshold, now())
        return progress.change() ?? []
      })
      await store.write(executor, changes)
      return changes
    },
  }
}
