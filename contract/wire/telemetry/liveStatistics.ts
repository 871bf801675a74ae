import * as z from 'zod/mini'
import {LIVE_STATISTICS_SERIES} from '../../limits'
import {id} from '../common'
import {statisticsAnswer, telemetryKey, timeZone} from './telemetry'

/** The statistics of a device's key, by the days and weeks of a time zone. */
export const statisticsSeries = z.object({device_id: id, key: telemetryKey, time_zone: timeZone})
export type StatisticsSeries = z.infer<typeof statisticsSeries>

/** Replaces the series that the socket watched before. */
export const watchStatisticsBody = z.object({
  series: z.array(statisticsSeries).check(z.maxLength(LIVE_STATISTICS_SERIES)),
})
export type WatchStatisticsBody = z.infer<typeof watchStatisticsBody>

/** The series in the very words by which it is watched, and its statistics. */
export const liveStatistics = z.object({
  device_id: z.string(),
  key: z.string(),
  time_zone: z.string(),
  statistics: statisticsAnswer,
})
export type LiveStatistics = z.infer<typeof liveStatistics>
