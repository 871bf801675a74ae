import type {Worded} from '../../../domain/language'
import type {texts} from './texts'

export const german = {
  notRead: 'noch nicht gelesen',
  never: 'nie',
  fresh: 'aktuell',
  late: 'verspätet',
  linkDown: 'getrennt',
  unconfirmed: 'Alter unbekannt',
} satisfies Worded<typeof texts>
