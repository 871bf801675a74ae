import {liveStatistics} from '../../../contract/wire/telemetry/liveStatistics'
import type {StatisticsReader} from '../../domain/telemetry/series/seriesStatistics'

/** Undefined for what is in an unexpected shape. */
export const readStatistics: StatisticsReader = payload => {
  const {success, data} = liveStatistics.safeParse(payload)
  if (!success) return undefined
  const {device_id: deviceId, key, time_zone: zone, statistics} = data
  return {of: {deviceId, key, zone}, statistics}
}
