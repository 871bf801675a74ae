import type {Wall} from '../walls'
import type {Panel} from './panels'

/** What somebody else has made of a wall since it was read; null when the wall is gone. */
export interface WallChanges {
  added: readonly Panel[]
  removed: readonly Panel[]
  changed: readonly Panel[]
}

export function changesOf(before: Wall, now: Wall | undefined): WallChanges | null {
  if (now === undefined) return null
  const [old, present] = [panelsOf(before), panelsOf(now)]
  const known = new Map(old.map(panel => [panel.id, panel]))
  const kept = new Set(present.map(({id}) => id))
  return {
    added: present.filter(({id}) => !known.has(id)),
    removed: old.filter(({id}) => !kept.has(id)),
    changed: present.filter(
      panel => known.has(panel.id) && JSON.stringify(known.get(panel.id)) !== JSON.stringify(panel),
    ),
  }
}

const panelsOf = ({composition}: Wall): readonly Panel[] => composition?.panels ?? []
