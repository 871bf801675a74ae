import {useActorRef} from '@xstate/react'
import {useMemo} from 'react'
import type {ThresholdPreviewLogic} from '../../../machines/console/thresholdPreview'
import type {ThresholdsLogic} from '../../../machines/console/thresholds'
import type {ThresholdInPlaceProps} from '../../kit/application'
import {EntriesList} from '../../kit/loading/EntriesList'
import {ThresholdDialog} from './ThresholdDialog'
import styles from './Thresholds.module.css'
import {texts} from './texts'

interface Props extends ThresholdInPlaceProps {
  logic: {
    /** The thresholds that call `onSaved` after a save. */
    thresholdsWith: (onSaved: (() => void) | undefined) => ThresholdsLogic
    preview: ThresholdPreviewLogic
  }
}

/** The dialog of one threshold of a device, over the screen that asks for it. */
export function ThresholdInPlace({logic, device, telemetryKey: key, limits, onSaved}: Props) {
  const {id, organisationId, customerId} = device
  const owner = {kind: 'device', id, organisationId, customerId} as const
  const change = {key, ...(limits !== undefined && {isOff: false, ...limits})}
  const thresholdsLogic = useMemo(() => logic.thresholdsWith(onSaved), [logic, onSaved])
  const thresholds = useActorRef(thresholdsLogic, {input: {owner, asked: {name: key, change}}})
  return (
    <>
      <EntriesList entries={thresholds} loading={texts.loading} className={styles.note}>
        {null}
      </EntriesList>
      {/* Nothing is deleted here. */}
      <ThresholdDialog thresholds={thresholds} preview={logic.preview} onGone={() => {}} />
    </>
  )
}
