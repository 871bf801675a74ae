import type {Worded} from '../../language'
import type {texts} from './texts'

export const german = {
  faults: {
    shape: 'Der Eintrag ist nicht als Schwellwert lesbar.',
    nothing: 'Mindestens eine Grenze oder eine Zeit ohne Werte angeben.',
    order: 'Jede untere Grenze muss kleiner als jede obere sein.',
    severity: 'Eine kritische Grenze darf nicht näher an den normalen Werten liegen als die der Warnung.',
    clear: 'Bei diesem Abstand wäre kein Wert zwischen den Grenzen wieder normal.',
  },
  taken: 'Dieser Schlüssel hat hier schon einen Schwellwert.',
  negative: 'Muss 0 oder mehr sein.',
  tooLong: 'Höchstens 366 Tage.',
  inequality: {
    warning: (raised: string, ended: string) => `Warnung: beginnt bei einem Wert ${raised}, endet bei ${ended}.`,
    critical: (raised: string, ended: string) => `Kritisch: beginnt bei einem Wert ${raised}, endet bei ${ended}.`,
  },
  delayed: (time: string) => `Beginnt erst, wenn das ${time} andauert.`,
  held: (time: string) => `Endet erst, wenn der Wert ${time} lang zurück ist.`,
  silent: (time: string) => `Beginnt, wenn ${time} lang kein Wert gekommen ist.`,
  latching: 'Bleibt, bis jemand zurücksetzt.',
  off: 'Kein Wert dieses Schlüssels löst hier einen Alarm aus, und keine Stille.',
} satisfies Worded<typeof texts>
