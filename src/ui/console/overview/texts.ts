import {textsOf} from '../../../domain/language'

/** The machine of the health supplies the messages of failures. */
export const texts = textsOf('console.overview', {
  devices: 'Devices',
  asOf: (time: string) => `as of ${time}`,
  loading: 'Loading how the organisation is doing…',
  lastValue: 'Last value',
  from: 'from',
  noValue: 'No device has sent a value yet.',
  recent: 'Recent activity',
  allRecent: 'Audit trail',
  noneRecent: 'Nothing has been done here yet.',
})
