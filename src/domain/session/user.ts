import type {TemperatureUnit} from '../../../contract/wire/temperatureUnit'

/** Whoever is signed in. `authority` is text: an unknown one leads to /unauthorized. */
export interface CurrentUser {
  id: string
  email: string
  name: string | null
  authority: string
  organisationId: string | null
  customerId: string | null
  /** Of the profile; celsius without one. */
  temperatureUnit: TemperatureUnit
}

export interface Credentials {
  email: string
  password: string
}
