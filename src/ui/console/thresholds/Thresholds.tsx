import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {useRef} from 'react'
import {useSearchParams} from 'react-router-dom'
import {askedThreshold} from '../../../domain/console/paths'
import type {ThresholdOwner} from '../../../domain/console/thresholds/levels'
import {Confirmation} from '../../kit/dialog/ConfirmDialog'
import {Loaded} from '../../kit/loading/Loaded'
import {Panel} from '../../kit/Panel'
import {useConsole} from '../logic'
import {ThresholdDialog} from './ThresholdDialog'
import styles from './Thresholds.module.css'
import {ThresholdTable} from './ThresholdTable'
import {texts} from './texts'

/** Lists what is normal for the keys of a device, customer or organisation, and edits its own thresholds. */
export function Thresholds({isReadOnly = false, ...owner}: ThresholdOwner & {isReadOnly?: boolean}) {
  return <RunningThresholds key={`${owner.kind} ${owner.id} ${owner.customerId}`} {...{owner, isReadOnly}} />
}

function RunningThresholds({owner, isReadOnly}: {owner: ThresholdOwner; isReadOnly: boolean}) {
  const [search] = useSearchParams()
  const asked = isReadOnly ? null : askedThreshold(search)
  const thresholds = useActorRef(useConsole().thresholds, {input: {owner, asked}})
  const addButton = useRef<HTMLButtonElement>(null)
  const key = useSelector(thresholds, ({context}) => context.chosen?.key ?? '')
  const isThere = useSelector(thresholds, s => s.context.value !== null)
  return (
    <Panel
      title={texts.title}
      actions={
        isThere &&
        !isReadOnly && (
          <Button ref={addButton} size="xs" onClick={() => thresholds.send({type: 'add.requested'})}>
            {texts.add}
          </Button>
        )
      }
    >
      <Loaded of={thresholds} loading={texts.loading} className={styles.note} isKept={isThere}>
        <ThresholdTable {...{thresholds, isReadOnly}} />
      </Loaded>
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
