import {useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import {SEVERITIES} from '../../../../contract/rules/thresholds'
import type {BellRef} from '../../../machines/alarms/bell'
import {useApplication} from '../../kit/application'
import {IconBell} from '../../kit/mark/icons'
import {SeverityMark} from '../../kit/mark/SeverityMark'
import spoken from '../../kit/text/Spoken.module.css'
import styles from './AlarmsMark.module.css'
import {texts} from './texts'

/** Says in the bar above each screen how many alarms nobody has acknowledged, and leads to them. */
export function AlarmsMark({bell}: {bell: BellRef}) {
  const {formats} = useApplication()
  const unacknowledged = useSelector(bell, ({context}) => context.counts?.unacknowledged)
  const isOffered = useSelector(bell, s => !s.matches({counting: 'notOffered'}))
  const isCurrent = useSelector(bell, snapshot => snapshot.hasTag('counted'))
  if (!isOffered) return null
  const counted = SEVERITIES.toReversed().flatMap(severity => {
    const count = unacknowledged?.[severity] ?? null
    return count === null || count === 0 ? [] : [{severity, count}]
  })
  const isOutdated = unacknowledged !== undefined && !isCurrent
  const title = isOutdated ? `${labelOf(unacknowledged)} (${texts.outdated})` : labelOf(unacknowledged)
  return (
    <Link to="/alarms" className={styles.mark ?? ''} title={title} data-outdated={isOutdated || undefined}>
      {counted.length === 0 && <IconBell size={16} aria-hidden />}
      <span className={spoken.spoken}>{title}</span>
      {counted.map(({severity, count}) => (
        <SeverityMark key={severity} severity={severity}>
          <span>
            {formats.exact(count)}
            <span className={spoken.spoken}> {texts.counted[severity]}</span>
          </span>
        </SeverityMark>
      ))}
    </Link>
  )
}

interface Counts {
  warning: number
  critical: number
}

function labelOf(counts: Counts | undefined): string {
  if (counts === undefined) return texts.unknown
  return counts.critical + counts.warning === 0 ? texts.none : texts.unacknowledged
}
