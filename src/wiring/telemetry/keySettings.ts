import {NO_UNITS} from '../../../contract/rules/units'
import {loadOwnUnits, loadUnitsOfMany} from '../../api/telemetry/units'
import type {NamedUnits} from '../../domain/telemetry/units'
import type {UnitsQuestion} from '../../machines/telemetry/readings'
import type {Connections} from '../connections'

/**
 * Loads the units that are named. A server with the specified calls alone is asked for those of the organisation and of
 * the one watched device: asking for every device would cost a call each.
 */
export async function loadUnits(
  {http}: Pick<Connections, 'http'>,
  {organisationId, watchedDeviceId, capabilities}: UnitsQuestion,
  signal: AbortSignal,
): Promise<NamedUnits> {
  if (capabilities.units === true) return await loadUnitsOfMany(http, {signal})
  const own = (kind: 'organisation' | 'device', id: string | null) =>
    id === null ? NO_UNITS : loadOwnUnits(http, {kind, id}, {signal})
  const [ofAll, ofDevice] = await Promise.all([own('organisation', organisationId), own('device', watchedDeviceId)])
  return {ofAll, byDevice: new Map(watchedDeviceId === null ? [] : [[watchedDeviceId, ofDevice]])}
}
