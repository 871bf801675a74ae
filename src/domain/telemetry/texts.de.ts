import type {Worded} from '../language'
import type {texts} from './texts'

export const german = {
  limits: {
    warning: {
      name: 'Warnung',
      above: (value: string) => `Warnung: über ${value}`,
      below: (value: string) => `Warnung: unter ${value}`,
      until: {
        above: (value: string) => `Warnung: bis höchstens ${value}`,
        below: (value: string) => `Warnung: bis mindestens ${value}`,
      },
    },
    critical: {
      name: 'kritisch',
      above: (value: string) => `kritisch: über ${value}`,
      below: (value: string) => `kritisch: unter ${value}`,
      until: {
        above: (value: string) => `kritisch: bis höchstens ${value}`,
        below: (value: string) => `kritisch: bis mindestens ${value}`,
      },
    },
  },
  nobodyElse: 'Dieser Server führt keine Alarme: Sonst erfährt niemand davon.',
} satisfies Worded<typeof texts>
