import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {useRef} from 'react'
import {type AlarmRoute, alarmRoutesFrom} from '../../../../contract/rules/alarmRoutes'
import {editedName, writtenRoute} from '../../../domain/console/alarmRoutes/draft'
import type {AlarmRoutesRef} from '../../../machines/console/organisation/alarmRoutes'
import type {NotificationsLogic, NotificationsRef} from '../../../machines/console/organisation/notifications'
import {useApplication} from '../../kit/application'
import {EntriesList} from '../../kit/loading/EntriesList'
import {Panel} from '../../kit/Panel'
import {EditorDialog} from '../EditorDialog'
import {Deliveries} from './Deliveries'
import styles from './Notifications.module.css'
import {RouteForm} from './RouteForm'
import {RouteTable} from './RouteTable'
import {When, Which, Whom} from './RouteWords'
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

function RouteDialog({routes, onGone}: {routes: AlarmRoutesRef; onGone: () => void}) {
  const draft = useSelector(routes, ({context}) => context.draft)
  const chosen = useSelector(routes, ({context}) => context.chosen)
  const updatedAt = useSelector(routes, ({context}) => context.loaded?.updatedAt ?? null)
  const [mine = null] = alarmRoutesFrom([writtenRoute(draft, chosen?.route ?? null)]).routes
  return (
    <EditorDialog
      entries={routes}
      name={editedName({chosen, draft})}
      texts={texts}
      versions={{
        mine: <Words name={draft.name.trim()} route={mine} />,
        theirs: chosen === null ? texts.conflict.removed : <Words {...chosen} />,
        updatedAt,
      }}
      onGone={onGone}
    >
      <RouteForm routes={routes} />
    </EditorDialog>
  )
}

/** A route that can't be read has its name alone. */
function Words({name, route}: {name: string; route: AlarmRoute | null}) {
  return (
    <dl className={styles.words}>
      <dt>{texts.columns.name}</dt>
      <dd>
        <bdi>{name}</bdi>
      </dd>
      {route !== null && (
        <>
          <dt>{texts.columns.to}</dt>
          <dd>
            <Whom route={route} />
          </dd>
          <dt>{texts.columns.which}</dt>
          <dd>
            <Which route={route} />
          </dd>
          <dt>{texts.columns.when}</dt>
          <dd>
            <When route={route} />
          </dd>
        </>
      )}
    </dl>
  )
}
