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
  wall: 'Halls & rooms',
  q: 'pump',
  statuses: ['critical', 'late'],
  labels: ['Hall 1', ''],
  tiles: 'dot',
  order: 'name',
  grouping: 'label',
  deviceId: 'd1',
  isKiosk: true,
  walls: ['A', 'B'],
  every: 30,
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
    {...NEW_WALL, name: 'B', isHome: true},
  ]

  it('is the one of its name, and none where that is not kept', () => {
    expect([namedWall(walls, 'B'), namedWall(walls, 'C')]).toEqual([walls[1], null])
  })

  it('is, without a name, the one that was made everybody’s first, or else that of all devices', () => {
    expect([namedWall(walls, null), namedWall(walls.slice(0, 1), null), namedWall([], null)]).toEqual([
      ...[walls[1], NEW_WALL, NEW_WALL],
    ])
  })

  it('is, without a name, the user’s own first one while it exists', () => {
    expect([namedWall(walls, null, 'A'), namedWall(walls, null, ''), namedWall(walls, null, 'Gone')]).toEqual([
      ...[walls[0], NEW_WALL, walls[1]],
    ])
    expect(namedWall(walls, 'B', 'A')).toEqual(walls[1])
  })

  it('is that of all devices by an empty name, whichever is everybody’s first', () => {
    const {wall} = wallViewFromSearch(searchFromWallView({...DEFAULT_WALL_VIEW, wall: ''}))
    expect([wall, namedWall(walls, wall)]).toEqual(['', NEW_WALL])
  })
})
