import {textsOf} from '../../../domain/language'

export const texts = textsOf('wall.versions', {
  title: 'Versions',
  hint: (most: string) =>
    `Each time a wall is saved, that is a version. The last ${most} are there, also of walls that were removed.`,
  wall: 'Wall',
  loading: 'Loading versions…',
  none: 'No version of this wall has been stored yet.',
  list: 'Versions, the newest first',
  by: (email: string) => `by ${email}`,
  first: 'The first version that is known.',
  renamed: (name: string) => `Renamed: it was “${name}”.`,
  settings: 'Other devices, keys or looks.',
  panels: (kinds: string) => `Panels: ${kinds}`,
  tiles: 'Tiles alone',
  present: 'As it is now',
  bringBack: 'Bring back',
  bringBackWhat: (time: string) => `Bring back the version of ${time}`,
})
