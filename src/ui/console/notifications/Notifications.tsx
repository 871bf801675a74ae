import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {useRef} from 'react'
import type {AlarmRoutesLogic, AlarmRoutesRef} from '../../../machines/console/alarmRoutes'
import {useApplication} from '../../kit/application'
import {Confirmation} from '../../kit/ConfirmDialog'
import {Failure} from '../../kit/Failure'
import {Panel} from '../../kit/Panel'
import {RetryButton, useFailure} from '../../kit/Retry'
import {Deliveries} from './Deliveries'
import styles from './Notifications.module.css'
import {RouteDialog} from './RouteDialog'
import {RouteTable} from './RouteTable'
import {texts} from './texts'

export interface NotificationsProps {
  organisationId: string
}

/** Whom an organisation has told of which alarms, and what came of it. */
export function Notifications({organisationId, logic}: NotificationsProps & {logic: AlarmRoutesLogic}) {
  const {zone} = useApplication()
  const routes = useActorRef(logic, {input: {organisationId, zone}})
  const deliveries = useSelector(routes, ({children}) => children.deliveries)
  const isOffered = useSelector(deliveries, s => s !== undefined && !s.matches('notOffered'))
  if (!isOffered || deliveries === undefined) return <p className={styles.note}>{texts.notOffered}</p>
  return (
    <div className={styles.panels}>
      <Routes routes={routes} />
      <Deliveries deliveries={deliveries} />
    </div>
  )
}

function Routes({routes}: {routes: AlarmRoutesRef}) {
  const addButton = useRef<HTMLButtonElement>(null)
  const name = useSelector(routes, ({context}) => context.chosen?.name ?? '')
  const isLoading = useSelector(routes, s => s.matches('loading'))
  const isFailed = useSelector(routes, s => s.matches('failed'))
  return (
    <Panel
      title={texts.title}
      actions={
        !isFailed && (
          <Button ref={addButton} size="xs" disabled={isLoading} onClick={() => routes.send({type: 'add.requested'})}>
            {texts.add}
          </Button>
        )
      }
    >
      <Content routes={routes} />
      <RouteDialog routes={routes} />
      <Confirmation
        of={routes}
        state="deleting"
        confirmed="deletion.confirmed"
        texts={texts.deletion}
        busy={texts.deletion.deleting}
        onGone={() => addButton.current?.focus()}
      >
        <p>{texts.deletion.question(name)}</p>
      </Confirmation>
    </Panel>
  )
}

function Content({routes}: {routes: AlarmRoutesRef}) {
  const isLoading = useSelector(routes, s => s.matches('loading'))
  const {isFailed, isRetrying} = useFailure(routes)
  if (isFailed)
    return (
      <>
        <Failure of={routes} />
        <RetryButton
          size="xs"
          isBusy={isRetrying}
          text={texts.retry}
          onClick={() => routes.send({type: 'retry.requested'})}
        />
      </>
    )
  if (!isLoading) return <RouteTable routes={routes} />
  return (
    <p className={`${styles.note} ${styles.loading}`} role="status">
      {texts.loading}
    </p>
  )
}
