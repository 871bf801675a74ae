import {NO_LIST} from '../../../contract/rules/lists/storedList'
import type {Json} from '../../../contract/wire/common'
import {textsOf} from '../language'
import type {ListRules} from '../listRules'
import {mayRead} from './facts/facts'
import {compositionFrom} from './panels/panels'
import {NEW_WALL, WALLS, type Wall, type WallIntent} from './walls'

export const overviewTexts = textsOf('domain.overview', {name: 'Overview'})

const at = (kind: string, x: number, y: number, w: number): Json => ({kind, x, y, w, h: 6, count: 10})

/** The tables tell of the key that most devices send. */
const panelsFor = (authority: string): Json[] => [
  at('alarms', 0, 0, 8),
  at('late', 8, 0, 6),
  at('unusual', 14, 0, 10),
  ...(mayRead('changes', authority)
    ? [at('top', 0, 6, 7), at('comparison', 7, 6, 9), at('changes', 16, 6, 8)]
    : [at('top', 0, 6, 10), at('comparison', 10, 6, 14)]),
]

/** Returns the default overview of an authority. It is not stored. */
export function standardOverview(authority: string): Wall {
  const composition = compositionFrom(panelsFor(authority))
  return {...NEW_WALL, name: overviewTexts.name, isHome: true, ...(composition && {composition})}
}

/** A user's own overview, as a list of one wall. Without it the standard is shown. */
export function createOverview(authority: string): ListRules<Wall, WallIntent, Json[]> {
  const standard = standardOverview(authority)
  return {
    ...WALLS,
    read(value, version) {
      const [stored] = WALLS.read(value, version).items
      return {
        ...NO_LIST,
        items: [stored === undefined ? standard : {...stored, isHome: true}],
        version,
        exists: stored !== undefined,
      }
    },
    write: list => (isStandard(list.items[0], standard) ? [] : WALLS.write(list)),
    fulfil: (list, intent) => (intent.kind === 'remove' ? {...list, items: [standard]} : WALLS.fulfil(list, intent)),
    inverse: ({items: [before]}) => (before === undefined ? null : {kind: 'keep', wall: before, was: before.name}),
  }
}

const isStandard = (wall: Wall | undefined, standard: Wall): boolean =>
  wall === undefined || JSON.stringify(wall) === JSON.stringify(standard)
