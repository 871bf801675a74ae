import {randomBytes} from 'node:crypto'
import {hash} from '@node-rs/argon2'
import {DEMO_PASSWORD} from '../../contract/limits'
import type {EpochMs} from '../../contract/wire/common'
import type {Database} from '../database/connect'
import {asset, digitalAsset} from '../database/schema/asset'
import {attribute} from '../database/schema/attribute'
import {device, deviceCredentials} from '../database/schema/device'
import {customer, organisation} from '../database/schema/organisation'
import {user} from '../database/schema/user'
import type {Files} from '../files/openFiles'
import {DEMO_ACCOUNTS} from './content/accounts'
import {DEMO_ASSETS} from './content/assets'
import {demoAlarmRoutes, demoAttributes} from './content/attributes'
import {DEMO_CUSTOMERS} from './content/customers'
import {demoDevices} from './content/devices'
import {DEMO_ORGANISATIONS} from './content/organisations'
import {DEMO_GROUPS, screenAttributes} from './content/screens'
import {demoThresholds} from './content/thresholds'
import {demoUnits} from './content/units'
import {DEMO_VIDEO_ASSETS, storeDemoFiles} from './content/videos'
import {demoWalls} from './content/walls'

/**
 * Stores the organisations, customers, assets, accounts, devices, attributes and videos of the demo. It does nothing
 * when the database has an organisation, so what users delete stays deleted.
 */
export async function seedDemo(
  {db}: Pick<Database, 'db'>,
  files: Pick<Files, 'store' | 'incoming'>,
  now: EpochMs,
): Promise<void> {
  const [known] = await db.select({id: organisation.id}).from(organisation).limit(1)
  if (known !== undefined) return
  const [passwordHash, stored] = await Promise.all([hash(DEMO_PASSWORD), storeDemoFiles(files, now)])
  await db.transaction(async transaction => {
    const created = await transaction
      .insert(organisation)
      .values(DEMO_ORGANISATIONS.map(values => ({...values, createdAt: now})))
      .onConflictDoNothing()
      .returning({id: organisation.id})
    // Nothing is created when another server has seeded the demo in the meantime.
    if (created.length === 0) return
    await transaction.insert(customer).values(DEMO_CUSTOMERS.map(values => ({...values, createdAt: now})))
    const assets = [...DEMO_ASSETS, ...DEMO_GROUPS, ...DEMO_VIDEO_ASSETS]
    await transaction.insert(asset).values(assets.map(values => ({...values, createdAt: now})))
    await transaction.insert(digitalAsset).values(stored)
    await transaction.insert(user).values(DEMO_ACCOUNTS.map(account => ({...account, passwordHash, createdAt: now})))
    const devices = await transaction
      .insert(device)
      .values(
        demoDevices().map(({key, profile, presence, isOneOfMany, ...values}) => ({
          ...values,
          additionalInfo: {demo: key},
          createdAt: now,
        })),
      )
      .returning()
    await transaction
      .insert(deviceCredentials)
      .values(devices.map(({id}) => ({deviceId: id, credentialsValue: createAccessToken(), createdAt: now})))
    await transaction.insert(attribute).values([
      ...[
        ...demoUnits(),
        ...demoThresholds(),
        ...demoAlarmRoutes(),
        ...demoWalls(),
        ...devices.flatMap(demoAttributes),
      ].map(values => ({
        ...values,
        lastUpdateTs: now,
      })),
      ...screenAttributes(devices, now),
    ])
  })
}

const createAccessToken = () => randomBytes(15).toString('base64url')
