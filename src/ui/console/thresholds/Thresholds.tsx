import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {useRef} from 'react'
import {useSearchParams} from 'react-router-dom'
import type {ThresholdOwner} from '../../../domain/console/thresholds/levels'
import type {ThresholdsRef} from '../../../machines/console/thresholds'
import {Confirmation} from '../../kit/ConfirmDialog'
import {Failure} from '../../kit/Failure'
import {Panel} from '../../kit/Panel'
import {RetryButton, useFailure} from '../../kit/Retry'
import {useConsole} from '../logic'
import {THRESHOLD} from '../paths'
import {ThresholdDialog} from './ThresholdDialog'
import styles from './Thresholds.module.css'
import {ThresholdTable} from './ThresholdTable'
import {texts} from './texts'

/** Lists what is normal for the keys of a device, customer or organisation, and edits its own thresholds. */
export function Thresholds(owner: ThresholdOwner) {
  return <RunningThresholds key={`${owner.kind} ${owner.id} ${owner.customerId}`} owner={owner} />
}

function RunningThresholds({owner}: {owner: ThresholdOwner}) {
  const asked = useSearchParams()[0].get(THRESHOLD)
  const thresholds = useActorRef(useConsole().thresholds, {input: {owner, asked}})
  const addButton = useRef<HTMLButtonElement>(null)
  const key = useSelector(thresholds, ({context}) => context.chosen ?? '')
  const isThere = useSelector(thresholds, s => s.context.levels !== null)
  return (
    <Panel
      title={texts.title}
      actions={
        isThere && (
          <Button ref={addButton} size="xs" onClick={() => thresholds.send({type: 'add.requested'})}>
            {texts.add}
          </Button>
        )
      }
    >
      <Content thresholds={thresholds} />
      <ThresholdDialog thresholds={thresholds} />
      <Confirmation
        of={thresholds}
        state="deleting"
        confirmed="deletion.confirmed"
        texts={texts.deletion}
        busy={texts.deletion.deleting}
        onGone={() => addButton.current?.focus()}
      >
        <p>{texts.deletion.question(key)}</p>
      </Confirmation>
    </Panel>
  )
}

function Content({thresholds}: {thresholds: ThresholdsRef}) {
  const isThere = useSelector(thresholds, s => s.context.levels !== null)
  const {isFailed, isRetrying} = useFailure(thresholds)
  if (isFailed)
    return (
      <>
        <Failure of={thresholds} />
        <RetryButton size="xs" isBusy={isRetrying} onClick={() => thresholds.send({type: 'retry.requested'})} />
      </>
    )
  if (isThere) return <ThresholdTable thresholds={thresholds} />
  return (
    <p className={styles.note} role="status">
      {texts.loading}
    </p>
  )
}
