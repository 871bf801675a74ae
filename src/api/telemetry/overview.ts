import * as z from 'zod/mini'
import {latestOfMany, thresholdsOfMany, unitsOfMany} from '../../../contract/wire/telemetry'
import type {Overview} from '../../domain/telemetry/overview'
import type {CallOptions, Http} from '../http'
import {anyDevice, entryFrom} from './devices'
import {thresholdsFromGroups, unitsFromGroups} from './keySettings'
import {readingsFrom} from './telemetry'

/**
 * Loads the devices that an organisation has or the caller may see, with what is known of each. Needs the addition
 * `overview`.
 */
export async function loadOverview(
  http: Http,
  {organisationId, signal}: {organisationId: string | null} & Pick<CallOptions, 'signal'>,
): Promise<Omit<Overview, 'at'>> {
  const {devices, latest, units, thresholds} = await http.get('/api/v0/telemetry/device/overview', anyOverview, {
    ...(organisationId === null ? {} : {params: {organisation_id: organisationId}}),
    ...(signal === undefined ? {} : {signal}),
  })
  return {
    devices: devices.map(entryFrom),
    readings: readingsFrom(latest),
    settings: {units: unitsFromGroups(units), thresholds: thresholdsFromGroups(thresholds)},
  }
}

const anyOverview = z.object({
  devices: z.array(anyDevice),
  latest: latestOfMany,
  units: unitsOfMany,
  thresholds: thresholdsOfMany,
})
