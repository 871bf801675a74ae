import type {Worded} from '../../../domain/language'
import type {texts} from './texts'

export const german = {
  heading: 'Vorschau',
  none: 'Ein ausgewähltes Video ist hier zu sehen.',
  loading: 'Video wird geöffnet …',
  sizes: 'Größe der Vorschau',
  size: (width: number, height: number) => `${width} × ${height}`,
  video: (name: string) => `Vorschau von ${name}`,
  unplayable: 'Dieser Browser kann das Video nicht abspielen. Ein Bildschirm kann es vielleicht.',
  retry: 'Erneut versuchen',
  play: 'Wiedergabeliste abspielen',
  stop: 'Stopp',
  opening: 'Wiedergabeliste wird geöffnet …',
  passedOver: 'Videos, die übergangen werden',
  dark: {
    nothingToPlay: () => 'In der Wiedergabeliste steht nichts.',
    outOfHours: (zone: string) => `Um diese Zeit ist in ${zone} keines der Videos abzuspielen.`,
    allFaulty: () => 'Keines der Videos kann hier abgespielt werden. Sie werden erneut versucht.',
  },
  faults: {
    mismatch: 'ist beschädigt.',
    gone: 'ist nicht mehr auf dem Server.',
    full: 'hat hier keinen Platz.',
    unreachable: 'konnte nicht geladen werden. Es wird erneut versucht.',
    unplayable: 'kann von diesem Browser nicht abgespielt werden.',
    stopped: 'blieb vor seinem Ende stehen.',
    slow: 'war nicht rechtzeitig bereit. Es wird erneut versucht.',
  },
} satisfies Worded<typeof texts>
