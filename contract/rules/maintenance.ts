import type {EpochMs} from '../wire/common'
import type {MAINTENANCE_TARGETS} from '../wire/maintenance'

/** The devices of an organisation that are in maintenance. `value` is an id or a label; null for all of them. */
export interface MaintenanceTarget {
  kind: (typeof MAINTENANCE_TARGETS)[number]
  value: string | null
}

/** `start` is what the clocks of `zone` show, as 2026-11-30T02:30. `rrule` repeats it by RFC 5545; null for once. */
export interface MaintenancePlan {
  start: string
  zone: string
  minutes: number
  rrule: string | null
}

/** A period from `startsAt`, included, to `endsAt`, not included. */
export interface MaintenancePeriod {
  organisationId: string
  target: MaintenanceTarget
  startsAt: EpochMs
  endsAt: EpochMs
}

/** The properties that decide whether a period includes a device. */
export interface MaintainedDevice {
  id: string
  organisationId: string | null
  customerId: string | null
  label: string | null
}

/** Whether a period is for a device as it is now. */
export function covers(
  {organisationId, target: {kind, value}}: Pick<MaintenancePeriod, 'organisationId' | 'target'>,
  device: MaintainedDevice,
): boolean {
  if (organisationId !== device.organisationId) return false
  switch (kind) {
    case 'organisation':
      return true
    case 'customer':
      return value === device.customerId
    case 'label':
      return value === device.label
    case 'device':
      return value === device.id
    default:
      return kind satisfies never
  }
}

/** The end of a device's maintenance at `at`, by the period that ends last; null when it is in none. */
export function maintenanceUntil(
  periods: readonly MaintenancePeriod[],
  device: MaintainedDevice,
  at: EpochMs,
): EpochMs | null {
  const ends = periods.flatMap(period =>
    period.startsAt <= at && at < period.endsAt && covers(period, device) ? [period.endsAt] : [],
  )
  return ends.length === 0 ? null : Math.max(...ends)
}
