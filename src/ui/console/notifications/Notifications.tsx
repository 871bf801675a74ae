import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {useRef} from 'react'
import type {AlarmRoutesRef} from '../../../machines/console/organisation/alarmRoutes'
import type {NotificationsLogic, NotificationsRef} from '../../../machines/console/organisation/notifications'
import {useApplication} from '../../kit/application'
import {EntriesList} from '../../kit/loading/EntriesList'
import {Panel} from '../../kit/Panel'
import {Deliveries} from './Deliveries'
import styles from './Notifications.module.css'
import {RouteDialog} from './RouteDialog'
import {RouteTable} from './RouteTable'
import {RotasProvider} from './rotas'
import {texts} from './texts'

export interface NotificationsProps {
  organisationId: string
}

/** The recipients of an organisation's alarms, and the results. */
export function Notifications({organisationId, logic}: NotificationsProps & {logic: NotificationsLogic}) {
  const {zone} = useApplication()
  const notifications = useActorRef(logic, {input: {organisationId, zone}})
  const {routes, deliveries} = useSelector(notifications, ({children}) => children)
  const rotas = useSelector(notifications, ({context}) => context.rotas)
  if (routes === undefined || deliveries === undefined) return null
  return (
    <RotasProvider value={rotas}>
      <div className={styles.panels}>
        <Routes notifications={notifications} routes={routes} />
        <Deliveries deliveries={deliveries} />
      </div>
    </RotasProvider>
  )
}

interface RoutesProps {
  notifications: NotificationsRef
  routes: AlarmRoutesRef
}

function Routes({notifications, routes}: RoutesProps) {
  const addButton = useRef<HTMLButtonElement>(null)
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
      <EntriesList entries={routes} loading={texts.loading} className={`${styles.note} ${styles.loading}`}>
        <RouteTable notifications={notifications} routes={routes} />
      </EntriesList>
      <RouteDialog routes={routes} onGone={() => addButton.current?.focus()} />
    </Panel>
  )
}
