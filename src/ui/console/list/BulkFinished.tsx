import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {nameOf} from '../../../domain/console/records/description'
import type {BulkRef} from '../../../machines/console/bulk'
import styles from './Bulk.module.css'
import {bulkTexts} from './bulkTexts'

export function BulkFinished({bulk}: {bulk: BulkRef}) {
  const action = useSelector(bulk, ({context}) => context.action)
  const {done, failed, left} = useSelector(bulk, ({context}) => context.tally)
  return (
    <div className={styles.content}>
      <p role="status">{bulkTexts.outcome(done, bulkTexts[action].done, failed, left)}</p>
      {failed > 0 && <Failures bulk={bulk} count={failed} />}
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => bulk.send({type: 'outcomes.saved'})}>
          {bulkTexts.saveOutcomes}
        </Button>
        {failed + left > 0 && (
          <Button variant="default" onClick={() => bulk.send({type: 'retry.requested'})}>
            {failed > 0 ? bulkTexts.retryFailed : bulkTexts.doRest}
          </Button>
        )}
        <Button data-autofocus onClick={() => bulk.send({type: 'dialog.closed'})}>
          {bulkTexts.close}
        </Button>
      </div>
    </div>
  )
}

/** The dialog lists this many failures; the saved file lists all of them. */
const NAMED = 100

function Failures({bulk, count}: {bulk: BulkRef; count: number}) {
  const description = useSelector(bulk, ({context}) => context.description)
  const records = useSelector(bulk, ({context}) => context.records)
  const outcomes = useSelector(bulk, ({context}) => context.outcomes)
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
