import type {Worded} from '../../../domain/language'
import type {texts} from './texts'

export const german = {
  heading: 'Videos auf dem Server',
  loading: 'Videos werden geladen …',
  search: 'Videos suchen',
  retry: 'Erneut versuchen',
  none: 'Es gibt noch keine Videos. Das erste kann hochgeladen werden.',
  notFound: 'Kein Video heißt so.',
  count: (count: string, isOne: boolean) => `${count} ${isOne ? 'Video' : 'Videos'}`,
  used: (used: string) => `${used} belegt`,
  usedOf: (used: string, quota: string) => `${used} von ${quota} belegt`,
  assign: 'Zuweisen',
  assignOne: (name: string) => `${name} zuweisen`,
  assigned: 'Zugewiesen',
  assignedOne: (name: string) => `Zugewiesen: ${name}`,
  delete: (name: string) => `${name} löschen`,
  deletion: {
    heading: 'Dieses Video löschen?',
    confirm: 'Video löschen',
    cancel: 'Abbrechen',
    counting: 'Es wird nachgesehen, wo es vorkommt …',
    unknown: 'Es verschwindet aus allen Playlists und von allen Geräten, denen es zugewiesen ist.',
    unused: 'Es ist in keiner Playlist und keinem Gerät zugewiesen.',
    playlists: (count: string, isOne: boolean) =>
      `Es ist in ${count} ${isOne ? 'Playlist' : 'Playlists'} und verschwindet daraus.`,
    assignments: (count: string, isOne: boolean) => `Es ist ${count} ${isOne ? 'Gerät' : 'Geräten'} zugewiesen.`,
    forever: 'Die Datei ist dann endgültig weg.',
  },
} satisfies Worded<typeof texts>
