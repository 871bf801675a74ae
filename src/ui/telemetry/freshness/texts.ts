import {textsOf} from '../../../domain/language'

/** The texts about the age of a value. */
export const texts = textsOf('telemetry.freshness', {
  notRead: 'not read yet',
  never: 'never',
  fresh: 'fresh',
  late: 'late',
  linkDown: 'link down',
  replay: 'fresh then',
  unconfirmed: 'age unknown',
  arrived: (age: string) => `arrived ${age} ago`,
  clockAhead: 'clock ahead',
  clockNotSet: 'clock not set',
})
