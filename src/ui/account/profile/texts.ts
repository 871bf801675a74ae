import {NAME_LENGTH} from '../../../../contract/limits'
import type {CustomerType} from '../../../../contract/wire/profile'
import type {TemperatureUnit} from '../../../../contract/wire/temperatureUnit'
import type {ProfileProblem, ProfileText} from '../../../domain/account/profile'
import {textsOf} from '../../../domain/language'

/** All texts of the profile except those of its failures, which its machine chooses. */
export const texts = textsOf('account.profile', {
  heading: 'Profile',
  loading: 'Loading profile...',
  signedInAs: (email: string) => `Signed in as ${email}`,
  create: 'You have no profile yet. Fill in what you like and save it.',
  fields: {
    name: 'Name',
    surname: 'Surname',
    addressLine1: 'Address line 1',
    addressLine2: 'Address line 2',
    postcode: 'Postcode',
    city: 'City',
  } satisfies Record<ProfileText, string>,
  customerType: 'Customer type',
  customerTypes: {private: 'Private', business: 'Business'} satisfies Record<CustomerType, string>,
  temperatureUnit: 'Temperature unit',
  temperatureUnits: {celsius: 'Celsius (°C)', fahrenheit: 'Fahrenheit (°F)'} satisfies Record<TemperatureUnit, string>,
  problems: {
    tooLong: `At most ${NAME_LENGTH} characters.`,
    controlCharacters: 'Line breaks, tabs and other control characters can’t be stored.',
  } satisfies Record<ProfileProblem, string>,
  save: 'Save',
  saving: 'Saving…',
  saved: 'Profile saved.',
  unsaved: 'Not saved yet.',
  discard: 'Discard changes',
})
