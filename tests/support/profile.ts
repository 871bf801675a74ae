import type {Profile} from '../../src/domain/account/profile'

export const ADA: Profile = {
  name: 'Ada',
  surname: 'Lovelace',
  addressLine1: '12 St James’s Square',
  addressLine2: 'Flat 3',
  postcode: 'SW1Y 4JH',
  city: 'London',
  customerType: 'business',
  temperatureUnit: 'fahrenheit',
}

/** The labels of the fields, in the order of the form. */
export const PROFILE_LABELS = [
  'Name',
  'Surname',
  'Address line 1',
  'Address line 2',
  'Postcode',
  'City',
  'Customer type',
  'Temperature unit',
]
