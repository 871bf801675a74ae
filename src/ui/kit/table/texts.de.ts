import type {Worded} from '../../../domain/language'
import type {texts} from './texts'

export const german = {
  columns: {
    menu: 'Spalten',
    shown: 'Angezeigte Spalten',
    hidden: 'Weitere Spalten',
    up: (label: string) => `${label} nach links schieben`,
    down: (label: string) => `${label} nach rechts schieben`,
    reset: 'Die üblichen Spalten zeigen',
  },
  filters: {
    chips: 'Filter',
    remove: (label: string, value: string) => `Filter ${label}: ${value} entfernen`,
  },
} satisfies Worded<typeof texts>
