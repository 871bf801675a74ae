import {Button, Modal, NativeSelect, Progress} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {calledOf} from '../../../../domain/console/records/choices'
import {customers as customerDescription} from '../../../../domain/console/records/customers'
import {nameOf} from '../../../../domain/console/records/description'
import type {BulkRef, RecordBatchRef} from '../../../../machines/console/bulk'
import type {RecordListRef} from '../../../../machines/console/recordList'
import {RetryButton, useTried} from '../../../kit/loading/Retry'
import {buttons} from '../../../kit/text/texts'
import styles from './Bulk.module.css'
import {BulkDeletion} from './BulkDeletion'
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

function BulkFinished({bulk, batch}: {bulk: BulkRef; batch: RecordBatchRef}) {
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

/** The counts are not a live region: they change too often to be read out. Screen readers can query the bar instead. */
function BulkRunning({batch}: {batch: RecordBatchRef}) {
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

const texts = bulkTexts.assign

function BulkAssignment({bulk}: {bulk: BulkRef}) {
  const isListing = useSelector(bulk, snapshot => snapshot.matches('listing'))
  const hasFailed = useSelector(bulk, snapshot => snapshot.matches('unlisted'))
  const {isFailed, isRetrying} = useTried(hasFailed, isListing)
  if (isFailed) return <Unlisted bulk={bulk} isRetrying={isRetrying} />
  return isListing ? (
    <p role="status" className={styles.listing}>
      {texts.loading}
    </p>
  ) : (
    <Form bulk={bulk} />
  )
}

function Form({bulk}: {bulk: BulkRef}) {
  const canStart = useSelector(bulk, snapshot => snapshot.can({type: 'start.confirmed'}))
  return (
    <form
      className={styles.content}
      onSubmit={event => {
        event.preventDefault()
        bulk.send({type: 'start.confirmed'})
      }}
    >
      <Customer bulk={bulk} />
      <div className={styles.buttons}>
        <Button type="submit" disabled={!canStart}>
          {texts.confirm}
        </Button>
        <Button variant="default" onClick={() => bulk.send({type: 'dialog.closed'})}>
          {buttons.cancel}
        </Button>
      </div>
    </form>
  )
}

/** These option values must differ from every customer's id. */
const UNCHOSEN = ''
const NONE = 'none'

function Customer({bulk}: {bulk: BulkRef}) {
  const customers = useSelector(bulk, ({context}) => context.customers)
  const assignee = useSelector(bulk, ({context}) => context.assignee)
  return (
    <NativeSelect
      label={texts.customer}
      description={customers.length === 0 ? texts.noCustomers : undefined}
      data-autofocus
      value={assignee === null ? UNCHOSEN : (assignee.customerId ?? NONE)}
      onChange={({currentTarget: {value}}) =>
        bulk.send({type: 'customer.chosen', customerId: value === NONE ? null : value})
      }
    >
      <option value={UNCHOSEN} disabled>
        {texts.choose}
      </option>
      <option value={NONE}>{texts.none}</option>
      {customers.map(customer => (
        <option key={customer.id} value={customer.id}>
          {calledOf(customerDescription, customer)}
        </option>
      ))}
    </NativeSelect>
  )
}

function Unlisted({bulk, isRetrying}: {bulk: BulkRef; isRetrying: boolean}) {
  const message = useSelector(bulk, ({context}) => context.message)
  return (
    <div className={styles.content}>
      <p role="alert">{message}</p>
      <div className={styles.buttons}>
        <RetryButton isBusy={isRetrying} onClick={() => bulk.send({type: 'retry.requested'})} />
      </div>
    </div>
  )
}
