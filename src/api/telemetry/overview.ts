import {thresholdsFrom} from '../../../contract/rules/thresholds'
import {unitsFrom} from '../../../contract/rules/units'
import type {InClientNames} from '../../../contract/wire/names'
import {type OverviewWire, readOverview} from '../../../contract/wire/telemetry/telemetry'
import type {Overview} from '../../domain/telemetry/readings/overview'
import type {Reading, ReadingsByDevice} from '../../domain/telemetry/readings/reading'
import type {Http, Options} from '../http'
import {entryFrom} from './devices'
import {headlinesByOrganisation, ofGroups} from './keySettings'

/**
 * Loads the devices that an organisation has or the caller may see, with what is known of each. Needs the addition
 * `overview`.
 */
export async function loadOverview(
  http: Http,
  {organisationId}: {organisationId: string | null},
  options: Options = {},
): Promise<Omit<Overview, 'at'>> {
  const query = organisationId === null ? {} : {organisationId}
  return overviewFrom(await http.call(readOverview, {query, ...options}))
}

/** The same of all devices within reach, as it came with the page; null where it did not. */
export async function overviewOfPage(http: Http): Promise<Omit<Overview, 'at'> | null> {
  const answer = await http.answerOfPage(readOverview)
  return answer && overviewFrom(answer)
}

function overviewFrom({
  devices,
  latest,
  units,
  thresholds,
  headlines,
}: InClientNames<OverviewWire>): Omit<Overview, 'at'> {
  const idAt = (place: number) => devices[place]?.id ?? ''
  return {
    devices: devices.map(entryFrom),
    readings: readingsAt(latest, idAt),
    settings: {
      units: ofGroups(units.map(({devices, units}) => ({deviceIds: devices.map(idAt), values: unitsFrom(units)}))),
      thresholds: ofGroups(
        thresholds.map(({devices, thresholds}) => ({
          deviceIds: devices.map(idAt),
          values: thresholdsFrom(thresholds).thresholds,
        })),
      ),
      headlines: headlinesByOrganisation(headlines),
    },
  }
}

function readingsAt(columns: InClientNames<OverviewWire>['latest'], idAt: (place: number) => string): ReadingsByDevice {
  const byDevice = new Map<string, Map<string, Reading | null>>()
  for (const {key, devices, values, ts, receivedAt} of columns) {
    devices.forEach((place, row) => {
      const id = idAt(place)
      const value = values[row] ?? null
      const readings = byDevice.get(id) ?? new Map<string, Reading | null>()
      byDevice.set(id, readings)
      readings.set(key, value === null ? null : {value, ts: ts[row] ?? null, receivedAt: receivedAt[row] ?? null})
    })
  }
  return byDevice
}
