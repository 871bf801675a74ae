import type {AlarmRoute} from '../../../../contract/rules/alarmRoutes'
import {minuteText} from '../../../../contract/rules/time/schedule'
import type {RouteTarget} from '../../../../contract/wire/target'
import {targetLabel} from '../../../domain/console/alarmRoutes/targets'
import type {NamedRotaId} from '../../../machines/console/organisation/notifications'
import {useApplication} from '../../kit/application'
import {SeverityMark} from '../../kit/mark/SeverityMark'
import {texts as kit} from '../../kit/text/texts'
import styles from './Notifications.module.css'
import {useRotas} from './rotas'
import {texts} from './texts'

function nameOf(target: RouteTarget, rotas: readonly NamedRotaId[]): string {
  const label = targetLabel(target)
  if (target.kind === 'rota') return texts.rota(rotas.find(({id}) => id === target.rota)?.name ?? '?')
  if (target.kind === 'email') return label
  if (target.kind === 'webhook') return texts.webhook(label)
  return [texts.channels[target.kind], label].filter(Boolean).join(' ')
}

const MINUTE = 60_000

/** The recipients who are notified at once; the further ones and the reminders, while nobody acknowledges it. */
export function Whom({route: {targets, escalations, repeat}}: {route: AlarmRoute}) {
  const {formats} = useApplication()
  const rotas = useRotas()
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

export function Which({route: {severities, kinds, labels, types}}: {route: AlarmRoute}) {
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

export function When({route: {hours}}: {route: AlarmRoute}) {
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
