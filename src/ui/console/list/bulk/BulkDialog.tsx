import {Modal} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {BulkRef, RecordBatchRef} from '../../../../machines/console/bulk'
import type {RecordListRef} from '../../../../machines/console/recordList'
import {buttons} from '../../../kit/text/texts'
import {BulkAssignment} from './BulkAssignment'
import {BulkDeletion} from './BulkDeletion'
import {BulkFinished} from './BulkFinished'
import {BulkRunning} from './BulkRunning'
import {bulkTexts} from './bulkTexts'

/** While the action runs, it can be cancelled, but the dialog cannot be closed. */
export function BulkDialog({list}: {list: RecordListRef}) {
  const bulk = useSelector(list, ({children}) => children.bulk)
  const noun = useSelector(list, ({context}) => context.description.noun)
  const count = useSelector(bulk, snapshot => snapshot?.context.records.length ?? 0)
  const action = useSelector(bulk, snapshot => snapshot?.context.action ?? 'delete')
  const batch = useSelector(bulk, snapshot => snapshot?.children.batch)
  const isRunning = useSelector(batch, snapshot => snapshot?.matches('running') ?? false)
  return (
    <Modal
      opened={bulk !== undefined}
      title={bulkTexts[action].title(count, noun)}
      size="lg"
      closeOnClickOutside={false}
      withCloseButton={!isRunning}
      closeButtonProps={{'aria-label': buttons.close}}
      transitionProps={{duration: 0}}
      onClose={() => (batch ?? bulk)?.send({type: 'dialog.closed'})}
    >
      {bulk !== undefined && <Content bulk={bulk} batch={batch} />}
    </Modal>
  )
}

function Content({bulk, batch}: {bulk: BulkRef; batch: RecordBatchRef | undefined}) {
  const action = useSelector(bulk, ({context}) => context.action)
  const isRunning = useSelector(batch, snapshot => snapshot?.matches('running') ?? false)
  if (batch !== undefined) return isRunning ? <BulkRunning batch={batch} /> : <BulkFinished bulk={bulk} batch={batch} />
  return action === 'delete' ? <BulkDeletion bulk={bulk} /> : <BulkAssignment bulk={bulk} />
}
