import {useSelector} from '@xstate/react'
import type {DevicePlacesRef} from '../../../machines/wall/devicePlaces'
import type {PanelBandsRef} from '../../../machines/wall/panelBands'
import type {PanelFactsRef} from '../../../machines/wall/panelFacts'
import type {PanelSeriesRef} from '../../../machines/wall/panelSeries'
import type {ShownPictureRef} from '../../../machines/wall/shownPicture'
import type {WallVersionsRef} from '../../../machines/wall/wallVersions'
import {RetryButton, useResource} from '../../kit/loading/Retry'
import styles from './Panels.module.css'
import {texts} from './texts'

type ReadRef = PanelSeriesRef | PanelFactsRef | PanelBandsRef | DevicePlacesRef | ShownPictureRef | WallVersionsRef

/** Says that what a panel or a dialog shows could not be read, with a way to read it again. */
export function ReadFailure({machine}: {machine: ReadRef}) {
  const {isFailed, isRetrying} = useResource(machine)
  const message = useSelector(machine, s => s.context.message)
  if (!isFailed) return null
  return (
    <div className={styles.failure}>
      <span role="alert">{message}</span>
      <RetryButton
        size="xs"
        isBusy={isRetrying}
        text={texts.retry}
        onClick={() => machine.send({type: 'retry.requested'})}
      />
    </div>
  )
}
