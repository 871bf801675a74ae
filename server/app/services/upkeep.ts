import type {AuditTrail} from '../../audit/repository'
import {Disks} from '../../http/metrics/disks'
import {organisationRetentions} from '../../organisation/repository'
import {createRetention} from '../../retention/retention'
import {removeExpired} from '../../telemetry/rollups/expired'
import {createUpkeep} from '../../telemetry/rollups/upkeep'
import type {Settings} from '../options'
import type {WebServer} from '../webServer'
import type {Devices} from './devices'
import type {UsualServices} from './usual'

/** Fractions of a disk that are in use. */
const DISK_LIMITS = {warning: 0.8, critical: 0.9}

/** What watches the disks, and removes and packs what is old. */
export function createUpkeepServices(
  settings: Settings,
  {app, background, metrics}: WebServer,
  {audit, devices, usual}: {audit: AuditTrail; usual: UsualServices | undefined} & Pick<Devices, 'devices'>,
) {
  const {database, scheduler} = settings
  const disks = new Disks({
    limits: DISK_LIMITS,
    scheduler,
    log: app.log,
    ...settings.disks,
    job: background.job('disks', 'It is not known how full the disks are'),
    folders: {...settings.disks?.folders, ...(settings.files.url === undefined && {uploads: settings.files.folder})},
  })
  const countRemoved = metrics.addCounts('retention_removed_total', 'Rows that retention has removed, by kind', 'kind')
  const retention = createRetention({
    database,
    scheduler,
    log: app.log,
    ownersOf: devices.ownersOf,
    removeAudit: audit.removeBefore,
    job: background.job('retention', 'Expired data is not removed'),
    days: settings.retention ?? {},
    organisationDays: () => organisationRetentions(database),
    removeValues: storedSince => removeExpired(database, storedSince),
    onRemoved(removed) {
      for (const [kind, count] of Object.entries(removed)) countRemoved(kind, count)
    },
  })
  const upkeep = createUpkeep({
    database,
    scheduler,
    log: app.log,
    isPacking: settings.packing !== false,
    jobs: {
      rollups: background.job('rollups', 'Values are not rolled up'),
      packing: background.job('packing', 'Values are not packed'),
    },
    ...(usual && {afterRollUps: usual.learn}),
    onPassedOver: metrics.addCounts(
      'upkeep_passed_over_total',
      'Hours and days of series that could not be rolled up or packed; the log names them',
      'work',
    ),
  })
  return {disks, retention, upkeep}
}
