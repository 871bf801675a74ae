import {
  listMaintenance,
  previewMaintenance,
  removeMaintenance,
  saveMaintenance,
  steerMaintenance,
} from '../../api/alarms/maintenance'
import {listRecords} from '../../api/console/records'
import type {Http, Options} from '../../api/http'
import {entryOf, type MaintenanceChoices, NO_CHOICES} from '../../domain/alarms/maintenance'
import {customers} from '../../domain/console/records/customers'
import {nameOf} from '../../domain/console/records/description'
import {devices} from '../../domain/console/records/devices'
import {typedText} from '../../domain/console/records/draft'
import {
  type MaintenanceLogic,
  maintenanceMachine,
  type PlanPreviewLogic,
  planPreviewMachine,
} from '../../machines/alarms/maintenance'
import {connected} from '../../machines/ports'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {entriesChanges} from './entriesChanges'

/** The maintenance of an organisation. Only those who may plan some are offered targets. */
export const createMaintenanceLogic = ({http, feed, retries}: Connections): MaintenanceLogic =>
  connected(maintenanceMachine)({
    actors: {
      retries,
      changes: entriesChanges(feed),
      load: ask(http, async (_, {input: {organisationId, authority}}, options) => {
        const [windows, choices] = await Promise.all([
          listMaintenance(http, organisationId, options),
          loadChoices(http, {organisationId, authority}, options),
        ])
        return {windows, choices}
      }),
      save: ask(http, (_, {input: {organisationId}, row, draft}, options) =>
        saveMaintenance(http, {organisationId, entry: entryOf(draft), window: row}, options),
      ),
      remove: ask(http, (_, {input: {organisationId}, row: {id}}, options) =>
        removeMaintenance(http, {organisationId, id}, options),
      ),
      act: ask(http, (_, {input: {organisationId}, act}, options) =>
        steerMaintenance(http, {organisationId, ...act}, options),
      ),
    },
  })

export const createPlanPreviewLogic = ({http}: Connections): PlanPreviewLogic =>
  connected(planPreviewMachine)({actors: {preview: ask(http, previewMaintenance)}})

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
