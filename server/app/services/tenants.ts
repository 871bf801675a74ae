import {createAssetRepository} from '../../asset/repository'
import type {AuditTrail} from '../../audit/repository'
import {createCustomerRepository} from '../../customer/repository'
import {createBin} from '../../digitalAsset/bin'
import {createFactsReader} from '../../digitalAsset/facts'
import {createDigitalAssetRepository} from '../../digitalAsset/repository'
import {createFileSweep} from '../../digitalAsset/sweep'
import type {Evaluations} from '../../evaluation/evaluations'
import {openFiles} from '../../files/openFiles'
import {createFileSignatures} from '../../files/signatures'
import {createOrganisationRepository} from '../../organisation/repository'
import type {EvaluationTasks} from '../evaluationThread'
import type {Settings} from '../options'
import type {WebServer} from '../webServer'
import type {Devices} from './devices'
import type {People} from './people'

interface TenantsOptions {
  audit: AuditTrail
  devices: Devices
  people: People
  evaluations: Evaluations<EvaluationTasks>
}

/** Organisations, customers and assets with their files, and what goes when one of them is removed. */
export async function createTenants(
  settings: Settings,
  {app, background}: WebServer,
  {audit, devices: {devices, lists}, people: {users}, evaluations}: TenantsOptions,
) {
  const {database, now, scheduler, additions} = settings
  const account = {database, now, audit}
  const {store, incoming, hashing, fileLimit, quota} = await openFiles(settings.files)
  const files = createDigitalAssetRepository(database)
  const readContainer = evaluations.evaluate('readContainer')
  const facts = createFactsReader({files, store, incoming, readContainer})
  const fileSweep = createFileSweep({
    files,
    store,
    incoming,
    facts,
    scheduler,
    log: app.log,
    job: background.job('file_sweep', 'Files of deleted videos are not removed'),
  })
  const bin = createBin({...account, files, lists, isKeeping: additions})
  const assets = createAssetRepository({
    ...account,
    onRemoving: bin.keep,
    onRemoved: () => fileSweep.removeLeftBehind(),
  })
  const customers = createCustomerRepository({
    ...account,
    additions,
    dependents: {
      users: users.detachFromCustomer,
      devices: devices.detachFromCustomer,
      assets: assets.detachFromCustomer,
    },
  })
  const organisations = createOrganisationRepository({
    ...account,
    additions,
    dependents: {
      devices: devices.removeOf,
      assets: assets.removeOf,
      users: users.removeOf,
      customers: customers.removeOf,
    },
  })
  const signatures = createFileSignatures(database, now)
  return {
    assets,
    bin,
    customers,
    organisations,
    files,
    facts,
    fileSweep,
    signatures,
    store,
    incoming,
    hashing,
    fileLimit,
    quota,
  }
}
