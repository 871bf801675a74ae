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
} satisfies Worded<typeof texts>
