import {filter} from 'rxjs'
import {fromEventObservable} from 'xstate'
import {
  listMaintenance,
  previewMaintenance,
  removeMaintenance,
  saveMaintenance,
  steerMaintenance,
} from '../../api/alarms/maintenance'
import {listRecords} from '../../api/console/records'
import type {Http, Options} from '../../api/http'
import type {MaintenanceChoices} from '../../domain/alarms/maintenance'
import {NO_CHOICES} from '../../domain/alarms/maintenance'
import {customers} from '../../domain/console/records/customers'
import {nameOf} from '../../domain/console/records/description'
import {devices} from '../../domain/console/records/devices'
import {typedText} from '../../domain/console/records/draft'
import {type MaintenanceLogic, maintenanceMachine} from '../../machines/alarms/maintenance'
import {connected} from '../../machines/ports'
import {type AlarmsMoved, alarmEvents} from '../../streams/alarms/alarmEvents'
import {ask} from '../ask'
import type {Connections} from '../connections'

/** The maintenance of an organisation. Only those who may plan some are offered targets. */
export const createMaintenanceLogic = ({http, feed, retries}: Connections): MaintenanceLogic =>
  connected(maintenanceMachine)({
    actors: {
      retries,
      alarmEvents: fromEventObservable(() =>
        alarmEvents(feed).pipe(filter((event): event is AlarmsMoved => event.type === 'alarms.moved')),
      ),
      load: ask(http, async (_, {organisationId, authority}, options) => {
        const [windows, choices] = await Promise.all([
          listMaintenance(http, organisationId, options),
          loadChoices(http, {organisationId, authority}, options),
        ])
        return {windows, choices}
      }),
      preview: ask(http, previewMaintenance),
      save: ask(http, saveMaintenance),
      remove: ask(http, removeMaintenance),
      steer: ask(http, steerMaintenance),
    },
  })

async function loadChoices(
  http: Http,
  {organisationId, authority}: {organisationId: string; authority: string},
  options: Options,
): Promise<MaintenanceChoices> {
  const isOrganisation = authority === 'SYS_ADMIN' || authority === 'ORGANISATION_ADMIN'
  if (!isOrganisation && authority !== 'CUSTOMER_ADMIN') return NO_CHOICES
  const [ofDevices, ofCustomers] = await Promise.all([
    listRecords(http, {description: devices, organisationId}, options),
    listRecords(http, {description: customers, organisationId}, options),
  ])
  const labels = ofDevices.map(({values}) => typedText(values.label)).filter(label => label !== '')
  return {
    isOrganisation,
    customers: ofCustomers.map(record => ({id: record.id, name: nameOf(customers, record)})),
    labels: isOrganisation ? [...new Set(labels)].sort() : [],
    devices: ofDevices.map(record => ({id: record.id, name: nameOf(devices, record)})),
  }
}
