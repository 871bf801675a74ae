import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {SnapshotFrom} from 'xstate'
import type {Delivery} from '../../../domain/console/delivery'
import type {DeliveriesRef} from '../../../machines/console/organisation/deliveries'
import {RetryButton, useResource} from '../../kit/loading/Retry'
import type {DataColumn} from '../../kit/table/DataTable'
import {MeasuredTable} from '../../kit/table/MeasuredTable'
import {TimeText} from '../../kit/text/TimeText'
import styles from './Deliveries.module.css'
import {Delivered, DeliveryState, deliveredTo} from './DeliveryWords'
import notifications from './Notifications.module.css'
import {texts as allTexts} from './texts'

const texts = allTexts.deliveries

/** The sent and the pending notifications, newest first. */
export function Deliveries({deliveries}: {deliveries: DeliveriesRef}) {
  return (
    <div className={styles.section}>
      <div className={styles.bar}>
        <h2>{texts.title}</h2>
        <DeliveriesState deliveries={deliveries} />
      </div>
      <List deliveries={deliveries} />
    </div>
  )
}

/** The number of notifications, and whether it is current. */
function DeliveriesState({deliveries}: {deliveries: DeliveriesRef}) {
  const count = useSelector(deliveries, ({context}) => context.value?.deliveries.length ?? 0)
  const isAll = useSelector(deliveries, ({context}) => context.value?.next === null)
  const isFetchingMore = useSelector(deliveries, isOlderRead)
  const {isLoaded, isFailed, isRetrying} = useResource(deliveries)
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
          <RetryButton size="xs" isBusy={isRetrying} onClick={() => deliveries.send({type: 'retry.requested'})} />
        </>
      )}
    </>
  )
}

function List({deliveries}: {deliveries: DeliveriesRef}) {
  const {isLoading} = useResource(deliveries)
  const rows = useSelector(deliveries, ({context}) => context.value?.deliveries ?? null)
  if (isLoading)
    return (
      <p className={notifications.note} role="status">
        {texts.loading}
      </p>
    )
  if (rows === null) return null
  return rows.length === 0 ? (
    <p className={notifications.note}>{texts.none}</p>
  ) : (
    <Table deliveries={deliveries} rows={rows} />
  )
}

function Table({deliveries, rows}: {deliveries: DeliveriesRef; rows: readonly Delivery[]}) {
  const isBusy = useSelector(deliveries, isOlderRead)
  return (
    <div className={styles.deliveries}>
      <MeasuredTable
        label={texts.title}
        columns={columns()}
        rows={rows}
        keyOf={({id}) => id}
        isBusy={isBusy}
        onShown={lastInView => deliveries.send({type: 'rows.shown', lastInView})}
      />
    </div>
  )
}

const isOlderRead = (snapshot: SnapshotFrom<DeliveriesRef>): boolean =>
  snapshot.matches({loaded: 'refreshing'}) && snapshot.context.cursor !== null

/** Called while rendering, because the texts must be in the chosen language. */
const columns = (): DataColumn<Delivery>[] => [
  {name: 'when', head: texts.columns.when, className: styles.time, cell: ({createdAt}) => <TimeText at={createdAt} />},
  {
    name: 'to',
    head: texts.columns.to,
    isRowHeader: true,
    cell: delivery => (
      <>
        <bdi>{deliveredTo(delivery)}</bdi>
        <span className={styles.below}>
          <By delivery={delivery} />
          <span className={notifications.quiet}>
            <Delivered delivery={delivery} />
          </span>
        </span>
      </>
    ),
  },
  {name: 'route', head: texts.columns.route, className: styles.roomy, cell: delivery => <By delivery={delivery} />},
  {
    name: 'what',
    head: texts.columns.what,
    className: styles.roomy,
    cell: delivery => <Delivered delivery={delivery} />,
  },
  {
    name: 'state',
    head: texts.columns.state,
    className: styles.state,
    cell: delivery => <DeliveryState delivery={delivery} />,
  },
]

function By({delivery: {route, escalation}}: {delivery: Delivery}) {
  return (
    <>
      <bdi>{route}</bdi>
      {escalation > 0 && <span className={notifications.quiet}>{texts.escalation(escalation)}</span>}
    </>
  )
}
