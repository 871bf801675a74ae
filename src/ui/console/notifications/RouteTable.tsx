import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {AlarmRoute, RouteHours, RouteTarget} from '../../../../contract/rules/alarmRoutes'
import {minuteText} from '../../../../contract/rules/schedule'
import {holdsNoRoutes, type RouteRow, routeRows} from '../../../domain/console/alarmRoutes/rows'
import {texts as rules} from '../../../domain/console/alarmRoutes/texts'
import type {AlarmRoutesRef} from '../../../machines/console/alarmRoutes'
import {useApplication} from '../../kit/application'
import {SeverityMark} from '../../kit/SeverityMark'
import {texts as kit} from '../../kit/texts'
import styles from './Notifications.module.css'
import {texts} from './texts'

export function RouteTable({routes}: {routes: AlarmRoutesRef}) {
  const attribute = useSelector(routes, ({context}) => context.attribute)
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
              <Row key={row.name} routes={routes} row={row} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

function Row({routes, row}: {routes: AlarmRoutesRef; row: RouteRow}) {
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
      <td data-column="to">
        {route !== null && (
          <>
            <Whom to={route.to} />
            <Further route={route} />
          </>
        )}
      </td>
      <td data-column="which">{route !== null && <Which route={route} />}</td>
      <td data-column="when">{route !== null && <When hours={route.hours} />}</td>
      <td data-column="actions">
        <Actions routes={routes} row={row} />
      </td>
    </tr>
  )
}

const whom = ({emails, webhook}: RouteTarget): string =>
  [...emails, ...(webhook === null ? [] : [texts.webhook(new URL(webhook.url).host)])].join(', ') || texts.nobody

const Whom = ({to}: {to: RouteTarget}) => <span dir="auto">{whom(to)}</span>

const MINUTE = 60_000

/** Who is told besides, and when it is told again, while nobody acknowledges it. */
function Further({route: {escalations, repeat}}: {route: AlarmRoute}) {
  const {formats} = useApplication()
  return (
    <>
      {escalations.map(({after, to}) => (
        <span key={`${after} ${whom(to)}`} className={styles.quiet}>
          {texts.escalation(formats.exact(after / MINUTE), whom(to))}
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

function When({hours}: {hours: RouteHours | null}) {
  if (hours === null) return texts.always
  const {
    schedule: {from, until, days},
    zone,
  } = hours
  const names = texts.dayNames.split(' ')
  return (
    <>
      {(from !== null || until !== null) && (
        <span className={styles.word}>{texts.hours(minuteText(from ?? 0), minuteText(until ?? DAY_MINUTES))}</span>
      )}
      {days !== null && <span className={styles.word}>{days.map(day => names[day - 1]).join(', ')}</span>}
      <span className={styles.quiet}>{zone.replaceAll('_', ' ')}</span>
    </>
  )
}

function Actions({routes, row}: {routes: AlarmRoutesRef; row: RouteRow}) {
  const isTesting = useSelector(routes, s => s.matches('testing') && s.context.chosen?.name === row.name)
  return (
    <div className={styles.actions}>
      {row.route !== null && (
        <Button
          size="xs"
          variant="default"
          aria-label={texts.test.what(row.name)}
          aria-busy={isTesting}
          onClick={() => routes.send({type: 'test.requested', row})}
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
        onClick={() => routes.send({type: 'delete.requested', row})}
      >
        {texts.remove.label}
      </Button>
    </div>
  )
}
