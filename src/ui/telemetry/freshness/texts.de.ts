import type {Worded} from '../../../domain/language'
import type {texts} from './texts'

export const german = {
  notRead: 'noch nicht gelesen',
  never: 'nie',
  fresh: 'aktuell',
  late: 'verspätet',
  linkDown: 'getrennt',
  replay: 'damals aktuell',
  unconfirmed: 'Alter unbekannt',
  arrived: age => `vor ${age} eingetroffen`,
  clockAhead: 'Uhr geht vor',
  clockNotSet: 'Uhr nicht gestellt',
} satisfies Worded<typeof texts>
