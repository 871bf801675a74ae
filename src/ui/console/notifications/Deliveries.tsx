import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {Delivery} from '../../../domain/console/delivery'
import type {DeliveriesRef} from '../../../machines/console/deliveries'
import {RetryButton, useTried} from '../../kit/Retry'
import {StatusMark} from '../../kit/StatusMark'
import {TimeText} from '../../kit/TimeText'
import {MeasuredTable} from '../../kit/table/MeasuredTable'
import styles from './Notifications.module.css'
import {texts as allTexts} from './texts'

const texts = allTexts.deliveries

/** What was told and what is still to be, newest first. */
export function Deliveries({deliveries}: {deliveries: DeliveriesRef}) {
  return (
    <div className={styles.section}>
      <div className={styles.bar}>
        <h2>{texts.title}</h2>
        <Standing deliveries={deliveries} />
      </div>
      <List deliveries={deliveries} />
    </div>
  )
}

/** How many there are, and whether that is still so. */
function Standing({deliveries}: {deliveries: DeliveriesRef}) {
  const count = useSelector(deliveries, ({context}) => context.listed.deliveries.length)
  const isAll = useSelector(deliveries, ({context}) => context.listed.next === null)
  const isFetchingMore = useSelector(deliveries, s => s.matches({loaded: 'fetchingMore'}))
  const isLoaded = useSelector(deliveries, s => s.matches('loaded'))
  const {isFailed, isRetrying} = useTried(
    useSelector(deliveries, s => s.matches('failed') || s.matches({loaded: 'missed'})),
    useSelector(deliveries, s => s.matches('loading') || s.matches({loaded: 'refreshing'})),
  )
  const message = useSelector(deliveries, ({context}) => context.message)
  return (
    <>
      {isLoaded && count > 0 && (
        <p>
          {texts.count(count, isAll)}
          {isFetchingMore && ` · ${texts.loadingMore}`}
        </p>
      )}
      {isLoaded && !isFailed && (
        <Button size="xs" variant="default" onClick={() => deliveries.send({type: 'refresh.requested'})}>
          {texts.refresh}
        </Button>
      )}
      {isFailed && (
        <>
          <p role="alert">
            {message} {isLoaded && texts.missed}
          </p>
          <RetryButton
            size="xs"
            isBusy={isRetrying}
            text={allTexts.retry}
            onClick={() => deliveries.send({type: 'retry.requested'})}
          />
        </>
      )}
    </>
  )
}

function List({deliveries}: {deliveries: DeliveriesRef}) {
  const isLoading = useSelector(deliveries, s => s.matches('loading'))
  const isLoaded = useSelector(deliveries, s => s.matches('loaded'))
  const isEmpty = useSelector(deliveries, ({context}) => context.listed.deliveries.length === 0)
  if (isLoading)
    return (
      <p className={styles.note} role="status">
        {texts.loading}
      </p>
    )
  if (!isLoaded) return null
  return isEmpty ? <p className={styles.note}>{texts.none}</p> : <Table deliveries={deliveries} />
}

function Table({deliveries}: {deliveries: DeliveriesRef}) {
  const rows = useSelector(deliveries, ({context}) => context.listed.deliveries)
  const isBusy = useSelector(deliveries, s => s.matches({loaded: 'fetchingMore'}))
  const {columns} = texts
  return (
    <div className={styles.deliveries}>
      <MeasuredTable<Delivery>
        label={texts.title}
        rows={rows}
        keyOf={({id}) => id}
        isBusy={isBusy}
        onShown={lastInView => deliveries.send({type: 'rows.shown', lastInView})}
        header={
          <>
            <th scope="col" className={styles.time}>
              {columns.when}
            </th>
            <th scope="col">{columns.to}</th>
            <th scope="col" className={styles.roomy}>
              {columns.route}
            </th>
            <th scope="col" className={styles.roomy}>
              {columns.what}
            </th>
            <th scope="col" className={styles.state}>
              {columns.state}
            </th>
          </>
        }
        cells={delivery => <Cells delivery={delivery} />}
      />
    </div>
  )
}

function Cells({delivery}: {delivery: Delivery}) {
  const {createdAt, address, route, escalation, isTest, total, state, attempts, error} = delivery
  const what = isTest ? texts.test : texts.notices(total)
  const by = (
    <>
      <bdi>{route}</bdi>
      {escalation > 0 && <span className={styles.quiet}>{texts.escalation(escalation)}</span>}
    </>
  )
  return (
    <>
      <td className={styles.time}>
        <TimeText at={createdAt} />
      </td>
      <th scope="row">
        <bdi>{address}</bdi>
        <span className={styles.below}>
          {by}
          <span className={styles.quiet}>{what}</span>
        </span>
      </th>
      <td className={styles.roomy}>{by}</td>
      <td className={styles.roomy}>{what}</td>
      <td>
        <StatusMark status={MARKS[state]}>{texts.states[state]}</StatusMark>
        {state !== 'delivered' && attempts > 0 && <span className={styles.quiet}>{texts.attempts(attempts)}</span>}
        {error !== null && state !== 'delivered' && (
          <span className={styles.quiet} dir="auto">
            {error}
          </span>
        )}
      </td>
    </>
  )
}

const MARKS = {waiting: 'late', delivered: 'ok', failed: 'down'} as const
