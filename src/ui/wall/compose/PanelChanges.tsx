import {useSelector} from '@xstate/react'
import type {WallChanges} from '../../../domain/wall/panels/changes'
import type {Panel} from '../../../domain/wall/panels/panels'
import type {WallRef} from '../../../machines/wall/wall'
import {nameOf} from '../panels/Panels'
import {texts} from './texts'

interface Props {
  wall: WallRef
  changes: WallChanges
  className?: string | undefined
}

/** The added, removed and changed panels, in words. */
export function PanelChanges({wall, changes: {added, removed, changed}, className}: Props) {
  const devices = useSelector(wall, s => s.context.board.devices)
  const named = (panels: readonly Panel[]) => panels.map(panel => nameOf(panel, {devices})).join(', ')
  return (
    <>
      {added.length > 0 && <p className={className}>{texts.addedBy(named(added))}</p>}
      {removed.length > 0 && <p className={className}>{texts.removedBy(named(removed))}</p>}
      {changed.length > 0 && <p className={className}>{texts.changedBy(named(changed))}</p>}
    </>
  )
}
