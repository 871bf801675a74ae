import {clientConfig} from '../../contract/wire/config'
import type {Profile} from '../../src/domain/account/profile'
import type {CurrentUser} from '../../src/domain/user'

/** The time that all pictures are taken at. */
export const NOW = Date.parse('2026-03-18T09:24:10Z')
export const ZONE = 'Europe/Berlin'
export const MEDIA_ORGANISATION = '018f3c1e-0000-7000-8000-0000000000b2'
export const NOC_ORGANISATION = '018f3c1e-0000-7000-8000-0000000000c3'
export const CONFIG = clientConfig.parse({dashboards: {media: [MEDIA_ORGANISATION], wall: [NOC_ORGANISATION]}})

const MINUTE = 60_000
export const ago = (minutes: number) => NOW - minutes * MINUTE

export const PLANT_ADMIN: CurrentUser = {
  id: '018f3c1e-0000-7000-8000-000000000001',
  email: 'petra@harbour.test',
  name: 'Petra',
  authority: 'ORGANISATION_ADMIN',
  organisationId: '018f3c1e-0000-7000-8000-0000000000a1',
  customerId: null,
  organisationTitle: 'Salt Works',
  temperatureUnit: 'celsius',
  needsSecondFactor: false,
}
export const SYS_ADMIN: CurrentUser = {...PLANT_ADMIN, authority: 'SYS_ADMIN', name: 'Ada', email: 'ada@pulsewall.test'}
export const MEDIA_ADMIN: CurrentUser = {
  ...PLANT_ADMIN,
  email: 'mira@lumen.test',
  name: 'Mira',
  organisationId: MEDIA_ORGANISATION,
  organisationTitle: 'Lumen Media',
}
export const NOC_ADMIN: CurrentUser = {
  ...PLANT_ADMIN,
  email: 'nora@northgate.test',
  name: 'Nora',
  organisationId: NOC_ORGANISATION,
  organisationTitle: 'Northgate NOC',
}
export const TENANT: CurrentUser = {
  ...PLANT_ADMIN,
  authority: 'CUSTOMER_USER',
  name: 'Tom',
  email: 'tom@harbour.test',
  customerId: 'c1',
}

export const PROFILE: Profile = {
  name: 'Petra',
  surname: 'Lindqvist',
  addressLine1: 'Kaistraße 4',
  addressLine2: '',
  postcode: '20457',
  city: 'Hamburg',
  customerType: 'business',
  temperatureUnit: 'celsius',
}

/** A name as long as the server takes one, and as the layout must bear. */
export const LONG = 'Zwischenüberhitzerdampftemperatur '.repeat(9)
