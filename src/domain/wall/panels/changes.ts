import {settled} from '../layout/layout'
import {type Framed, pageRows} from '../layout/shape'
import type {Composition, Panel} from './panels'

/** A wall; only its panels count here. */
interface Composed {
  composition?: Composition
}

/** Another user's changes of a wall since it was read; null when the wall is gone. */
export interface WallChanges {
  added: readonly Panel[]
  removed: readonly Panel[]
  changed: readonly Panel[]
}

export function changesOf(before: Composed, now: Composed | undefined): WallChanges | null {
  if (now === undefined) return null
  const [old, present] = [panelsOf(before), panelsOf(now)]
  const known = new Map(old.map(panel => [panel.id, panel]))
  const remaining = new Set(present.map(({id}) => id))
  return {
    added: present.filter(({id}) => !known.has(id)),
    removed: old.filter(({id}) => !remaining.has(id)),
    changed: present.filter(
      panel => known.has(panel.id) && JSON.stringify(known.get(panel.id)) !== JSON.stringify(panel),
    ),
  }
}

const panelsOf = ({composition}: Composed): readonly Panel[] => composition?.panels ?? []

/** Returns the own wall with another user's changes of other panels since both have read the same. */
export function mergedWall<Wall extends Composed & Framed>(base: Wall, theirs: Wall, own: Wall): Wall {
  if (own.composition === undefined || theirs.composition === undefined) return own
  const {added, removed, changed} = changesOf(base, theirs) ?? NOTHING
  const mine = changesOf(base, own) ?? NOTHING
  const touched = new Set([...mine.changed, ...mine.removed].map(({id}) => id))
  const gone = new Set(removed.map(({id}) => id).filter(id => !touched.has(id)))
  const others = new Map(changed.filter(({id}) => !touched.has(id)).map(panel => [panel.id, panel]))
  const taken = new Set(panelsOf(own).map(({id}) => id))
  const panels = [
    ...panelsOf(own)
      .filter(({id}) => !gone.has(id))
      .map(panel => others.get(panel.id) ?? panel),
    ...added.map(panel => (taken.has(panel.id) ? {...panel, id: `${panel.id}+`} : panel)),
  ]
  return {...own, composition: {...own.composition, panels: settled(panels, undefined, pageRows(own))}}
}

const NOTHING: WallChanges = {added: [], removed: [], changed: []}
