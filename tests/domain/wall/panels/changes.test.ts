import {describe, expect, it} from 'vitest'
import {NO_LIST} from '../../../../contract/rules/lists/storedList'
import {isSound} from '../../../../src/domain/wall/layout/layout'
import {changesOf, mergedWall} from '../../../../src/domain/wall/panels/changes'
import {compositionFrom} from '../../../../src/domain/wall/panels/panels'
import {NEW_WALL, WALLS, type Wall} from '../../../../src/domain/wall/walls'

const text = (id: string, y: number, more = '') => ({id, kind: 'text', title: '', text: id + more, x: 0, y, w: 6, h: 2})
function wallOf(...entries: ReturnType<typeof text>[]): Wall {
  const composition = compositionFrom(entries)
  return {...NEW_WALL, name: 'Hall', ...(composition && {composition})}
}
const shown = ({composition}: Wall) =>
  composition?.panels.map(panel => (panel.kind === 'text' ? panel.text : panel.kind)).sort()
const ids = (panels: readonly {id: string}[] | undefined) => panels?.map(({id}) => id)

const BASE = wallOf(text('a', 0), text('b', 2), text('c', 4), text('d', 6))
const THEIRS = wallOf(text('a', 0, ' theirs'), text('b', 2, ' theirs'), text('d', 4), text('e', 6))
const OWN = wallOf(text('a', 0, ' own'), text('b', 2), text('c', 4), text('e', 8, ' own'))

describe('what two people make of a wall at once', () => {
  it('is told by the panels that somebody has added, removed or changed', () => {
    const changes = changesOf(BASE, THEIRS)
    expect([ids(changes?.added), ids(changes?.removed), ids(changes?.changed)]).toEqual([['e'], ['c'], ['a', 'b', 'd']])
    expect(changesOf(BASE, undefined)).toBeNull()
  })

  it('is merged panel by panel, where the later one goes before', () => {
    const merged = mergedWall(BASE, THEIRS, OWN)
    expect(shown(merged)).toEqual(['a own', 'b theirs', 'e', 'e own'])
    expect(isSound(merged.composition?.panels ?? [])).toBe(true)
  })

  it('is merged only into a wall that is another than the one it was made from', () => {
    const kept = (wall: Wall) => ({...NO_LIST, items: [wall], exists: true, version: 1})
    const intent = {kind: 'keep', wall: OWN, was: 'Hall', base: BASE} as const
    expect(WALLS.fulfil(kept(BASE), intent)).toEqual(kept(OWN))
    expect(WALLS.fulfil(kept(THEIRS), intent)).toEqual(kept(mergedWall(BASE, THEIRS, OWN)))
    expect(WALLS.fulfil(kept(THEIRS), {kind: 'keep', wall: OWN, was: 'Hall'})).toEqual(kept(OWN))
  })
})
