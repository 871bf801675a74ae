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
} satisfies Worded<typeof texts>
