import {randomBytes} from 'node:crypto'
import {hash} from '@node-rs/argon2'
import type {EpochMs} from '../../contract/wire/common'
import type {Database} from '../database/connect'
import {asset, attribute, customer, device, deviceCredentials, organisation, user} from '../database/schema'
import {DEMO_ACCOUNTS, DEMO_PASSWORD} from './accounts'
import {DEMO_ASSETS} from './assets'
import {demoAttributes} from './attributes'
import {DEMO_CUSTOMERS} from './customers'
import {demoDevices} from './devices'
import {DEMO_ORGANISATIONS} from './organisations'
import {demoUnits} from './units'

/**
 * Stores the organisations, customers, assets, accounts, devices and attributes of the demo. It does nothing when the
 * database has an organisation, so what users delete stays deleted.
 */
export async function seedDemo({db}: Pick<Database, 'db'>, now: EpochMs): Promise<void> {
  const [known] = await db.select({id: organisation.id}).from(organisation).limit(1)
  if (known !== undefined) return
  const passwordHash = await hash(DEMO_PASSWORD)
  await db.transaction(async transaction => {
    const created = await transaction
      .insert(organisation)
      .values(DEMO_ORGANISATIONS.map(values => ({...values, createdAt: now})))
      .onConflictDoNothing()
      .returning({id: organisation.id})
    // Nothing is created when another server has seeded the demo in the meantime.
    if (created.length === 0) return
    await transaction.insert(customer).values(DEMO_CUSTOMERS.map(values => ({...values, createdAt: now})))
    await transaction.insert(asset).values(DEMO_ASSETS.map(values => ({...values, createdAt: now})))
    await transaction.insert(user).values(DEMO_ACCOUNTS.map(account => ({...account, passwordHash, createdAt: now})))
    const devices = await transaction
      .insert(device)
      .values(
        demoDevices().map(({key, profile, presence, ...values}) => ({
          ...values,
          additionalInfo: {demo: key},
          createdAt: now,
        })),
      )
      .returning()
    await transaction
      .insert(deviceCredentials)
      .values(devices.map(({id}) => ({deviceId: id, credentialsValue: createAccessToken(), createdAt: now})))
    await transaction
      .insert(attribute)
      .values([...demoUnits(), ...devices.flatMap(demoAttributes)].map(values => ({...values, lastUpdateTs: now})))
  })
}

const createAccessToken = () => randomBytes(15).toString('base64url')
