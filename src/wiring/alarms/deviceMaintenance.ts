import {type ComponentType, createElement} from 'react'
import {map} from 'rxjs'
import {fromEventObservable} from 'xstate'
import {listMaintenance, saveMaintenance, steerMaintenance} from '../../api/alarms/maintenance'
import type {Options} from '../../api/http'
import {entryFromNow} from '../../domain/maintenance'
import {type DeviceMaintenanceLogic, deviceMaintenanceMachine} from '../../machines/alarms/deviceMaintenance'
import type {EntriesChanged} from '../../machines/entries'
import {connected} from '../../machines/ports'
import {DeviceMaintenance, type DeviceMaintenanceProps} from '../../ui/alarms/maintenance/DeviceMaintenance'
import {texts} from '../../ui/alarms/maintenance/texts'
import {ask} from '../ask'
import type {Connections} from '../connections'

/** The maintenance of a device on another screen. */
export async function createDeviceMaintenance(
  connections: Connections,
): Promise<ComponentType<DeviceMaintenanceProps>> {
  const logic = createDeviceMaintenanceLogic(connections)
  return props => createElement(DeviceMaintenance, {...props, logic})
}

/** The maintenance of one device, which begins at once. */
export const createDeviceMaintenanceLogic = ({http, feed, retries, serverClock}: Connections): DeviceMaintenanceLogic =>
  connected(deviceMaintenanceMachine)({
    actors: {
      retries,
      changes: entriesChanges(feed),
      load: ask(http, (_, {organisationId}, options) => listMaintenance(http, organisationId, options)),
      act: ask(http, async (_, {organisationId, act}, options) => {
        if (act.kind === 'end') await steerMaintenance(http, {organisationId, id: act.windowId, minutes: null}, options)
        else await startMaintenance({http, serverClock}, {...act, organisationId, reason: ''}, options)
      }),
    },
  })

interface MaintenanceStart extends Pick<Parameters<typeof entryFromNow>[0], 'deviceId' | 'reason' | 'until'> {
  organisationId: string
}

export const startMaintenance = (
  {http, serverClock}: Pick<Connections, 'http' | 'serverClock'>,
  {organisationId, ...start}: MaintenanceStart,
  options: Options,
) => {
  const entry = entryFromNow({...start, title: texts.now.heading}, serverClock.now())
  return saveMaintenance(http, {organisationId, entry, window: null}, options)
}

/** Changes of maintenance windows and rotas, which the server announces as it announces those of alarms. */
export const entriesChanges = ({alarmsMoved}: Connections['feed']) =>
  fromEventObservable<EntriesChanged, void>(() => alarmsMoved.pipe(map(() => ({type: 'entries.changed'}))))
