import {Button, NativeSelect} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {calledOf} from '../../../../domain/console/records/choices'
import {customers as customerDescription} from '../../../../domain/console/records/customers'
import type {BulkRef} from '../../../../machines/console/bulk'
import {RetryButton, useTried} from '../../../kit/loading/Retry'
import {buttons} from '../../../kit/text/texts'
import styles from './Bulk.module.css'
import {bulkTexts} from './bulkTexts'

const texts = bulkTexts.assign

export function BulkAssignment({bulk}: {bulk: BulkRef}) {
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
