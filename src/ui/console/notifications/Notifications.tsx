import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {useRef} from 'react'
import {Link} from 'react-router-dom'
import {type AlarmRoute, alarmRoutesFrom} from '../../../../contract/rules/alarmRoutes'
import {MINUTE} from '../../../../contract/rules/time/durations'
import {minuteText} from '../../../../contract/rules/time/schedule'
import type {RouteTarget} from '../../../../contract/wire/target'
import {type NamedRotaId, NO_CHOICES} from '../../../domain/console/alarmRoutes/choices'
import {editedName, writtenRoute} from '../../../domain/console/alarmRoutes/draft'
import {holdsNoRoutes, type RouteRow, routeRows} from '../../../domain/console/alarmRoutes/rows'
import {targetLabel} from '../../../domain/console/alarmRoutes/targets'
import {texts as rules} from '../../../domain/console/alarmRoutes/texts'
import {wasAttempted} from '../../../domain/console/delivery'
import type {AlarmRoutesRef} from '../../../machines/console/organisation/alarmRoutes'
import type {NotificationsLogic, NotificationsRef} from '../../../machines/console/organisation/notifications'
import {onCallPath} from '../../alarmPaths'
import {useApplication} from '../../kit/application'
import {EntriesList} from '../../kit/loading/EntriesList'
import {SeverityMark} from '../../kit/mark/SeverityMark'
import {Panel} from '../../kit/Panel'
import {daysText} from '../../kit/text/dayNames'
import {channelNames, texts as kit} from '../../kit/text/texts'
import {EditorDialog} from '../EditorDialog'
import type {OfOrganisation} from '../logic'
import {ChoicesProvider, useChoices} from './choices'
import {Deliveries} from './Deliveries'
import {DeliveryState, deliveredTo} from './DeliveryWords'
import styles from './Notifications.module.css'
import {RouteForm} from './RouteForm'
import {texts} from './texts'

/** The recipients of an organisation's alarms, and the results. */
export function Notifications({organisationId, logic}: OfOrganisation & {logic: NotificationsLogic}) {
  const {zone} = useApplication()
  const notifications = useActorRef(logic, {input: {organisationId, zone}})
  const {routes, deliveries} = useSelector(notifications, ({children}) => children)
  const choices = useSelector(notifications, ({context}) => context.choices)
  if (routes === undefined || deliveries === undefined) return null
  return (
    <ChoicesProvider value={choices ?? NO_CHOICES}>
      <div className={styles.panels}>
        <Routes notifications={notifications} routes={routes} />
        <Deliveries deliveries={deliveries} />
      </div>
    </ChoicesProvider>
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

interface Props {
  notifications: NotificationsRef
  routes: AlarmRoutesRef
}

function RouteTable({notifications, routes}: Props) {
  const attribute = useSelector(routes, ({context}) => context.loaded)
  const rows = routeRows(attribute)
  return (
    <div className={styles.room}>
      <p className={styles.note}>{texts.hint}</p>
      <NoRota notifications={notifications} />
      {holdsNoRoutes(attribute) && <p className={styles.note}>{texts.somethingElse}</p>}
      {rows.length === 0 ? (
        <p className={styles.note}>{texts.none}</p>
      ) : (
        <table className={styles.table} aria-label={texts.title}>
          <thead>
            <tr>
              {(['name', 'to', 'which', 'when', 'actions'] as const).map(column => (
                <th key={column} scope="col" data-column={column}>
                  {texts.columns[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <Row key={row.name} notifications={notifications} routes={routes} row={row} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

/** Leads to the page of rotas while there is none. A system admin chooses the organisation there. */
function NoRota({notifications}: {notifications: NotificationsRef}) {
  const isMissing = useSelector(notifications, ({context}) => context.choices?.rotas.length === 0)
  if (!isMissing) return null
  return (
    <p className={styles.note}>
      {texts.noRota} <Link to={onCallPath}>{texts.onCall}</Link>
    </p>
  )
}

function Row({row, ...actors}: Props & {row: RouteRow}) {
  const {name, route, faults} = row
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
        {faults.map(fault => (
          <span key={fault} className={styles.fault}>
            {texts.faulty} {rules.faults[fault]}
          </span>
        ))}
      </th>
      <td data-column="to">{route !== null && <Whom route={route} />}</td>
      <td data-column="which">{route !== null && <Which route={route} />}</td>
      <td data-column="when">{route !== null && <When route={route} />}</td>
      <td data-column="actions">
        <Actions {...actors} row={row} />
        <TestOutcome notifications={actors.notifications} route={name} />
      </td>
    </tr>
  )
}

function Actions({notifications, routes, row}: Props & {row: RouteRow}) {
  const isTesting = useSelector(notifications, s => s.matches('testing') && s.context.tested === row.name)
  return (
    <div className={styles.actions}>
      {row.route !== null && (
        <Button
          size="xs"
          variant="default"
          aria-label={isTesting ? `${texts.testing} ${row.name}` : texts.test.what(row.name)}
          aria-busy={isTesting}
          onClick={() => notifications.send({type: 'test.requested', route: row.name})}
        >
          {isTesting ? texts.testing : texts.test.label}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        aria-label={texts.edit.what(row.name)}
        onClick={() => routes.send({type: 'edit.requested', row})}
      >
        {texts.edit.label}
      </Button>
      <Button
        size="xs"
        variant="default"
        aria-label={texts.remove.what(row.name)}
        onClick={() => routes.send({type: 'deletion.requested', row})}
      >
        {texts.remove.label}
      </Button>
    </div>
  )
}

function nameOf(target: RouteTarget, rotas: readonly NamedRotaId[]): string {
  const label = targetLabel(target)
  if (target.kind === 'rota') return texts.rota(rotas.find(({id}) => id === target.rota)?.name ?? '?')
  if (target.kind === 'email') return label
  if (target.kind === 'webhook') return texts.webhook(label)
  return [channelNames[target.kind], label].filter(Boolean).join(' ')
}

/** The recipients who are notified at once; the further ones and the reminders, while nobody acknowledges it. */
function Whom({route: {targets, escalations, repeat}}: {route: AlarmRoute}) {
  const {formats} = useApplication()
  const {rotas} = useChoices()
  const whom = (those: readonly RouteTarget[]) => those.map(target => nameOf(target, rotas)).join(', ') || texts.nobody
  return (
    <>
      <span dir="auto">{whom(targets)}</span>
      {escalations.map(({after, targets}) => (
        <span key={`${after} ${whom(targets)}`} className={styles.quiet}>
          {texts.escalation(formats.exact(after / MINUTE), whom(targets))}
        </span>
      ))}
      {repeat !== null && <span className={styles.quiet}>{texts.repeat(formats.exact(repeat / MINUTE))}</span>}
    </>
  )
}

function Which({route: {severities, kinds, labels, types}}: {route: AlarmRoute}) {
  const words = [
    ...(kinds ?? []).map(kind => texts.kinds[kind]),
    ...(labels === null ? [] : [texts.labels(labels.join(', '))]),
    ...(types === null ? [] : [texts.types(types.join(', '))]),
  ]
  return (
    <>
      {severities === null
        ? words.length === 0 && texts.all
        : severities.map(severity => (
            <SeverityMark key={severity} severity={severity}>
              {kit.severities[severity]}
            </SeverityMark>
          ))}
      {words.map(word => (
        <span key={word} className={severities === null ? styles.word : styles.quiet} dir="auto">
          {word}
        </span>
      ))}
    </>
  )
}

const DAY_MINUTES = 24 * 60

function When({route: {hours}}: {route: AlarmRoute}) {
  if (hours === null) return texts.always
  const {
    schedule: {from, until, days},
    zone,
  } = hours
  return (
    <>
      {(from !== null || until !== null) && (
        <span className={styles.word}>{texts.hours(minuteText(from ?? 0), minuteText(until ?? DAY_MINUTES))}</span>
      )}
      {days !== null && <span className={styles.word}>{daysText(days)}</span>}
      <span className={styles.quiet}>{zone.replaceAll('_', ' ')}</span>
    </>
  )
}

/** The result of the test of a route. It is announced, so its element is there before it has a text. */
function TestOutcome({notifications, route}: {notifications: NotificationsRef; route: string}) {
  const isTested = useSelector(notifications, ({context}) => context.tested === route)
  const isTesting = useSelector(notifications, s => s.matches('testing'))
  const outcome = useSelector(notifications, ({context}) => context.outcome)
  return (
    <div role="status" className={styles.outcome}>
      {isTested && isTesting && <p>{texts.outcome.waiting}</p>}
      {isTested && outcome?.failure && <p className={styles.fault}>{outcome.failure}</p>}
      {isTested && outcome?.failure === null && outcome.deliveries.length === 0 && <p>{texts.outcome.nobody}</p>}
      {isTested &&
        outcome?.deliveries.map(delivery => (
          <p key={delivery.id}>
            <bdi>{deliveredTo(delivery)}</bdi>
            {!isTesting && !wasAttempted(delivery) ? ` ${texts.outcome.trying}` : <DeliveryState delivery={delivery} />}
          </p>
        ))}
    </div>
  )
}
