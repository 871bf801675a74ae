import type {EpochMs} from '../../../contract/wire/common'
import {hashPassword} from '../../../server/auth/passwords'
import type {Database} from '../../../server/database/connect'
import {device, deviceCredentials} from '../../../server/database/schema/device'
import {customer, organisation} from '../../../server/database/schema/organisation'
import {user} from '../../../server/database/schema/user'
import {LITTLE_WORK} from '../../support/app'
import {type HistoryPoint, storeHistory, temperatureHistory, vibrationHistory} from './history'

export interface Account {
  email: string
  password: string
}

export interface SeededDevice {
  id: string
  name: string
  accessToken: string
}

const PASSWORD = 'correct horse battery'

/**
 * The seeded records of the journeys. Devices and keys are listed by name, so the boiler's temperature is selected by
 * itself.
 */
export interface World {
  /** The organisation of the plant. */
  plantId: string
  systemAdmin: Account
  plantAdmin: Account & {name: string}
  customerAdmin: Account
  customerUser: Account
  /** A user of another customer, who has no devices yet. */
  lodger: Account
  strangerAdmin: Account
  /** Has no devices yet. */
  newcomer: Account
  /** Keys `temperature` (days, with a gap) and `vibration` (more points than a chart takes). */
  boiler: SeededDevice
  /** Key `speed`; the customer's only device. */
  conveyor: SeededDevice
  /** Has never sent anything. */
  dormant: SeededDevice
  /** A device of another organisation. */
  foreign: SeededDevice
  temperature: readonly HistoryPoint[]
  vibration: readonly HistoryPoint[]
}

/** Fills an empty database with the world of the journeys, as of a time. */
export async function seedWorld(database: Database, now: EpochMs): Promise<World> {
  const {db} = database
  const [plant, stranger, empty] = await db
    .insert(organisation)
    .values(['Salt Works', 'Sugar Works', 'Empty Works'].map(title => ({title, createdAt: now})))
    .returning()
  if (plant === undefined || stranger === undefined || empty === undefined)
    throw new Error('The organisations were not stored.')
  const [buyer, tenant] = await db
    .insert(customer)
    .values([
      {organisationId: plant.id, email: 'buyer@example.test', createdAt: now},
      {organisationId: plant.id, email: 'tenant@example.test', createdAt: now},
    ])
    .returning()
  if (buyer === undefined || tenant === undefined) throw new Error('The customers were not stored.')

  const passwordHash = await hashPassword(PASSWORD, LITTLE_WORK)
  const adminOf = ({id}: {id: string}) => ({passwordHash, organisationId: id, authority: 'ORGANISATION_ADMIN' as const})
  const ofBuyer = {passwordHash, organisationId: plant.id, customerId: buyer.id}
  const accounts = {
    systemAdmin: {email: 'system@example.test', password: PASSWORD},
    plantAdmin: {email: 'plant@example.test', password: PASSWORD, name: 'Petra Plant'},
    customerAdmin: {email: 'chief@example.test', password: PASSWORD},
    customerUser: {email: 'clerk@example.test', password: PASSWORD},
    lodger: {email: 'lodger@example.test', password: PASSWORD},
    strangerAdmin: {email: 'stranger@example.test', password: PASSWORD},
    newcomer: {email: 'newcomer@example.test', password: PASSWORD},
  }
  await db.insert(user).values([
    {passwordHash, email: accounts.systemAdmin.email, authority: 'SYS_ADMIN'},
    {...adminOf(plant), email: accounts.plantAdmin.email, name: accounts.plantAdmin.name},
    {...ofBuyer, email: accounts.customerAdmin.email, authority: 'CUSTOMER_ADMIN'},
    {...ofBuyer, email: accounts.customerUser.email, authority: 'CUSTOMER_USER'},
    {...ofBuyer, customerId: tenant.id, email: accounts.lodger.email, authority: 'CUSTOMER_USER'},
    {...adminOf(stranger), email: accounts.strangerAdmin.email},
    {...adminOf(empty), email: accounts.newcomer.email},
  ])

  const ofPlant = {organisationId: plant.id, createdAt: now}
  const boiler = await createDevice(database, {...ofPlant, name: 'Boiler'})
  const conveyor = await createDevice(database, {...ofPlant, name: 'Conveyor', customerId: buyer.id})
  const dormant = await createDevice(database, {...ofPlant, name: 'Dormant'})
  const foreign = await createDevice(database, {name: 'Foreign pump', organisationId: stranger.id, createdAt: now})

  const temperature = temperatureHistory(now)
  const vibration = vibrationHistory(now)
  await storeHistory(database, boiler.number, 'temperature', temperature)
  await storeHistory(database, boiler.number, 'vibration', vibration)
  await storeHistory(database, conveyor.number, 'speed', [{ts: now - 1000, value: 1.25}])
  await storeHistory(database, foreign.number, 'pressure', [{ts: now - 1000, value: 3}])
  return {plantId: plant.id, ...accounts, boiler, conveyor, dormant, foreign, temperature, vibration}
}

interface NewDevice {
  name: string
  organisationId: string
  customerId?: string
  createdAt: EpochMs
}

async function createDevice({db}: Database, values: NewDevice) {
  const [created] = await db.insert(device).values(values).returning()
  if (created === undefined) throw new Error('The device was not stored.')
  const accessToken = `token-of-${values.name.toLowerCase().replaceAll(' ', '-')}`
  await db.insert(deviceCredentials).values({deviceId: created.id, credentialsValue: accessToken})
  return {id: created.id, name: created.name, number: created.number, accessToken}
}
