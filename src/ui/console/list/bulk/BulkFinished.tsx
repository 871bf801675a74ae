import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {nameOf} from '../../../../domain/console/records/description'
import type {BulkRef, RecordBatchRef} from '../../../../machines/console/bulk'
import {buttons} from '../../../kit/text/texts'
import styles from './Bulk.module.css'
import {bulkTexts} from './bulkTexts'

export function BulkFinished({bulk, batch}: {bulk: BulkRef; batch: RecordBatchRef}) {
  const action = useSelector(batch, ({context}) => context.job.action)
  const {done, failed, left} = useSelector(batch, ({context}) => context.tally)
  return (
    <div className={styles.content}>
      <p role="status">{bulkTexts.outcome(done, bulkTexts[action].done, failed, left)}</p>
      {failed > 0 && <Failures batch={batch} count={failed} />}
      <div className={styles.buttons}>
        <Button
          variant="default"
          onClick={() => bulk.send({type: 'outcomes.saved', outcomes: batch.getSnapshot().context.outcomes})}
        >
          {bulkTexts.saveOutcomes}
        </Button>
        {failed + left > 0 && (
          <Button variant="default" onClick={() => batch.send({type: 'retry.requested'})}>
            {failed > 0 ? bulkTexts.retryFailed : bulkTexts.doRest}
          </Button>
        )}
        <Button data-autofocus onClick={() => batch.send({type: 'dialog.closed'})}>
          {buttons.close}
        </Button>
      </div>
    </div>
  )
}

/** The dialog lists this many failures; the saved file lists all of them. */
const NAMED = 100

function Failures({batch, count}: {batch: RecordBatchRef; count: number}) {
  const description = useSelector(batch, ({context}) => context.job.description)
  const records = useSelector(batch, ({context}) => context.items)
  const outcomes = useSelector(batch, ({context}) => context.outcomes)
  const failed = records.filter(({id}) => typeof outcomes.get(id)?.message === 'string').slice(0, NAMED)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable by keyboard
    <section className={styles.failures} aria-label={bulkTexts.failures} tabIndex={0}>
      <ul>
        {failed.map(record => (
          <li key={record.id}>
            <span dir="auto">{nameOf(description, record)}</span>: {outcomes.get(record.id)?.message}
          </li>
        ))}
        {count > NAMED && <li>{bulkTexts.moreInFile(count - NAMED)}</li>}
      </ul>
    </section>
  )
}
