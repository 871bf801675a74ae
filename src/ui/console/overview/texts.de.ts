import type {Worded} from '../../../domain/language'
import type {texts} from './texts'

export const german = {
  devices: 'Geräte',
  asOf: (time: string) => `Stand ${time}`,
  loading: 'Der Zustand der Organisation wird geladen …',
  lastValue: 'Letzter Wert',
  from: 'von',
  noValue: 'Noch kein Gerät hat einen Wert gesendet.',
  notCounted: 'Dieser Server zählt nicht, wann Geräte zuletzt gesendet haben.',
  belongings: 'In dieser Organisation',
  recent: 'Zuletzt geschehen',
  allRecent: 'Audit-Protokoll',
  noneRecent: 'Hier wurde noch nichts getan.',
  notAudited: 'Dieser Server sagt nicht, was in einer Organisation getan wurde.',
  retry: 'Erneut versuchen',
} satisfies Worded<typeof texts>
