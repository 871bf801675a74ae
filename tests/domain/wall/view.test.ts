import {describe, expect, it} from 'vitest'
import {
  DEFAULT_WALL_VIEW,
  namedWall,
  searchFromWallView,
  type WallView,
  wallViewFromSearch,
} from '../../../src/domain/wall/view'
import {NEW_WALL} from '../../../src/domain/wall/walls'

const FULL: WallView = {
  ...{wall: 'Halls & rooms', q: 'pump', statuses: ['critical', 'late'], labels: ['Hall 1', ''], tiles: 'dot'},
  ...{order: 'name', grouping: 'label', deviceId: 'd1', isKiosk: true, walls: ['A', 'B'], every: 30},
}

describe('the address of a wall', () => {
  it.each([[DEFAULT_WALL_VIEW], [FULL]])('holds the whole view', view => {
    expect(wallViewFromSearch(searchFromWallView(view))).toEqual(view)
  })

  it('is empty for the default view', () => {
    expect(searchFromWallView(DEFAULT_WALL_VIEW)).toBe('')
  })

  it('takes defaults for what is wrong', () => {
    expect(wallViewFromSearch('?tiles=round&order=colour&status=green&every=1&kiosk=yes&walls=,')).toEqual(
      DEFAULT_WALL_VIEW,
    )
  })
})

describe('the wall of a view', () => {
  const walls = [
    {...NEW_WALL, name: 'A'},
    {...NEW_WALL, name: 'B'},
  ]

  it('is the one of its name, the first one without a name, and one of all devices where none is kept', () => {
    expect([namedWall(walls, 'B'), namedWall(walls, null), namedWall([], null), namedWall(walls, 'C')]).toEqual([
      ...[walls[1], walls[0], NEW_WALL, null],
    ])
  })
})
