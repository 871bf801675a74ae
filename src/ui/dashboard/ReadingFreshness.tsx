import {useSelector} from '@xstate/react'
import {ageOf, freshness} from '../../domain/freshness'
import type {DashboardRef, DashboardSnapshot} from '../../machines/dashboard'
import {FreshnessMark} from './FreshnessMark'

interface Props {
  dashboard: DashboardRef
  deviceId: string
  telemetryKey: string
}

/** Renders when its words change, not at each tick. */
export function ReadingFreshness({dashboard, deviceId, telemetryKey}: Props) {
  const state = useSelector(dashboard, s => readingFreshness(s, deviceId, telemetryKey))
  const age = useSelector(dashboard, s => readingAge(s, deviceId, telemetryKey))
  return <FreshnessMark freshness={state} age={age} />
}

export const readingFreshness = ({context}: DashboardSnapshot, deviceId: string, key: string) =>
  freshness(context.readings.get(deviceId)?.get(key), context)

export function readingAge({context}: DashboardSnapshot, deviceId: string, key: string): string | null {
  const receivedAt = context.readings.get(deviceId)?.get(key)?.receivedAt ?? null
  return receivedAt === null ? null : ageOf(receivedAt, context.now)
}
