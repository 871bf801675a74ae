import {NAME_LENGTH} from '../../../../contract/limits'
import type {TemperatureUnit} from '../../../../contract/wire/common'
import type {CustomerType} from '../../../../contract/wire/people/profile'
import type {ProfileProblem, ProfileText} from '../../../domain/account/profile'
import {textsOf} from '../../../domain/language'
import type {Density, Hours, Theme} from '../../../domain/preferences'

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
  quiet: {
    heading: 'Quiet hours',
    from: 'Quiet from',
    until: 'Quiet until',
    none: 'Never',
    days: 'On',
    hint: 'In quiet hours mails about warnings wait. A critical alarm reaches you unless somebody else is notified of it.',
    zone: (zone: string) =>
      `By the clocks of ${zone}. Mails about warnings wait until the end. A critical alarm reaches you unless somebody else is notified of it.`,
  },
  reach: {
    heading: 'While you are on call',
    email: 'Call me by mail',
    push: 'Call me in the browsers with notifications switched on',
    chat: 'Call me in a chat',
    noChat: 'No chat',
    url: 'Address of your incoming webhook',
    stored: 'Stored; type to replace it',
    wrongUrl: 'Enter an address with http or https.',
    hint: 'A route that calls the person on call reaches you by these.',
    nothing: 'With nothing chosen you are called by mail.',
    save: 'Save channels',
    saved: 'Saved.',
  },
  saved: 'Profile saved.',
  unsaved: 'Not saved yet.',
  discard: 'Discard changes',
  preferences: {
    heading: 'Preferences',
    theme: 'Theme',
    themes: {system: 'System', light: 'Light', dark: 'Dark'} satisfies Record<Theme, string>,
    zone: 'Time zone',
    browserZone: (zone: string) => `The browser’s (${zone})`,
    weeklyReport: 'A mail each Monday about the availability and the alarms of the week before',
    hours: 'Hours',
    hourKinds: {12: '12 hours (2:30 pm)', 24: '24 hours (14:30)'} satisfies Record<Hours, string>,
    hoursOfLanguage: 'As usual in the language',
    density: 'Density',
    densities: {comfortable: 'Comfortable', compact: 'Compact'} satisfies Record<Density, string>,
    language: 'Language',
    states: {
      here: 'Stored in this browser.',
      unread: 'The server did not say what it keeps. Until it does, this browser’s preferences hold.',
      reading: 'Reading what the server keeps…',
      deciding: '',
      saving: 'Saving…',
      saved: 'Stored with your account.',
      unsaved: 'Stored in this browser only.',
    },
    retry: 'Save again',
    languageNext: 'The language changes when this page is loaded again.',
  },
})
