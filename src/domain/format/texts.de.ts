import type {Worded} from '../language'
import type {texts} from './texts'

export const german = {
  justNow: 'gerade eben',
  ago: (age: string) => `vor ${age}`,
  ahead: (age: string) => `in ${age}`,
  notANumber: 'keine Zahl',
  beyondRange: 'außerhalb des Bereichs',
  thousands: '.',
} satisfies Worded<typeof texts>
