import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {holdsNoRoutes, type RouteRow, routeRows} from '../../../domain/console/alarmRoutes/rows'
import {texts as rules} from '../../../domain/console/alarmRoutes/texts'
import type {AlarmRoutesRef} from '../../../machines/console/organisation/alarmRoutes'
import type {NotificationsRef} from '../../../machines/console/organisation/notifications'
import styles from './Notifications.module.css'
import {When, Which, Whom} from './RouteWords'
import {TestOutcome} from './TestOutcome'
import {texts} from './texts'

interface Props {
  notifications: NotificationsRef
  routes: AlarmRoutesRef
}

export function RouteTable({notifications, routes}: Props) {
  const attribute = useSelector(routes, ({context}) => context.loaded)
  const rows = routeRows(attribute)
  return (
    <div className={styles.room}>
      <p className={styles.note}>{texts.hint}</p>
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
