import type {Fields, ForeignStore} from './store'

interface ForeignAccount {
  email: string
  password: string
}

export interface ForeignWorld {
  systemAdmin: ForeignAccount
  plantAdmin: ForeignAccount
  customerUser: ForeignAccount
  /** Has no authority. */
  nobody: ForeignAccount
  /** The organisation to which all but the admin belong. */
  plant: string
  /** The only customer, without devices. */
  tenant: string
  /** Keys `temperature` (one a minute for a day) and `vibrates`. */
  boiler: string
  /** Key `speed`. */
  conveyor: string
  /** Key `load`. */
  motor: string
}

const MINUTE = 60_000
const DAY_OF_MINUTES = 1440
const PASSWORD = 'correct horse battery'

/** Stores the records of the journeys, as of `now`. */
export function storeForeignWorld(store: ForeignStore, now: number): ForeignWorld {
  const plant = store.add('organisation', {title: 'Salt Works', email: 'office@example.test', phone: '1'})
  const account = (name: string, fields: Fields): ForeignAccount => {
    const email = `${name}@example.test`
    store.add('user', {
      email,
      password: PASSWORD,
      organisation_id: plant,
      userDeleted: false,
      lastLogin: now,
      ...fields,
    })
    return {email, password: PASSWORD}
  }
  const tenant = store.add('customer', {email: 'tenant@example.test', title: 'The tenant', organisation_id: plant})
  const boiler = store.add('device', {name: 'Boiler', organisation_id: plant})
  const conveyor = store.add('device', {name: 'Conveyor', organisation_id: plant, type: 'belt'})
  const motor = store.add('device', {name: 'Motor', organisation_id: plant})
  store.add('device', {name: 'Dormant', organisation_id: plant})

  for (let minute = DAY_OF_MINUTES; minute >= 1; minute -= 1) {
    store.send(boiler, 'temperature', {ts: now - minute * MINUTE, typed: {dbl_v: 20 + (minute % 10)}})
  }
  store.send(boiler, 'vibrates', {ts: now - MINUTE, typed: {bool_v: true}})
  store.send(conveyor, 'speed', {ts: now - 2 * MINUTE, typed: {value: 1.25}})
  store.send(motor, 'load', {ts: now - MINUTE, typed: {long_v: 7}})
  return {
    plant,
    tenant,
    boiler,
    conveyor,
    motor,
    systemAdmin: account('system', {authority: 'SYS_ADMIN', organisation_id: null}),
    plantAdmin: account('plant', {authority: 'ORGANISATION_ADMIN'}),
    customerUser: account('clerk', {authority: 'CUSTOMER_USER'}),
    nobody: account('nobody', {}),
  }
}
