import {Button, Progress} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {RecordBatchRef} from '../../../../machines/console/bulk'
import {buttons} from '../../../kit/text/texts'
import styles from './Bulk.module.css'
import {bulkTexts} from './bulkTexts'

/** The counts are not a live region: they change too often to be read out. Screen readers can query the bar instead. */
export function BulkRunning({batch}: {batch: RecordBatchRef}) {
  const action = useSelector(batch, ({context}) => context.job.action)
  const total = useSelector(batch, ({context}) => context.items.length)
  const {done, failed, left} = useSelector(batch, ({context}) => context.tally)
  const isCancelling = useSelector(batch, snapshot => snapshot.matches({running: 'cancelling'}))
  return (
    <div className={styles.content}>
      <Progress.Root size="lg" transitionDuration={0}>
        <Progress.Section
          value={total === 0 ? 100 : ((total - left) / total) * 100}
          aria-label={bulkTexts[action].running}
        />
      </Progress.Root>
      <p className={styles.tally}>{bulkTexts.progress(done, failed, left)}</p>
      <div className={styles.buttons}>
        {isCancelling ? (
          <p role="status">{bulkTexts.stopping}</p>
        ) : (
          <Button variant="default" data-autofocus onClick={() => batch.send({type: 'cancel.requested'})}>
            {buttons.cancel}
          </Button>
        )}
      </div>
    </div>
  )
}
