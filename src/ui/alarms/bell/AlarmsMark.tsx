import {useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import {SEVERITIES} from '../../../../contract/rules/thresholds'
import type {BellRef} from '../../../machines/alarms/bell'
import {useApplication} from '../../kit/application'
import {IconBell} from '../../kit/icons'
import {SeverityMark} from '../../kit/SeverityMark'
import styles from './AlarmsMark.module.css'
import {texts} from './texts'

/** Says in the bar above each screen how many alarms nobody has acknowledged, and leads to them. */
export function AlarmsMark({bell}: {bell: BellRef}) {
  const {formats} = useApplication()
  const unacknowledged = useSelector(bell, ({context}) => context.counts?.unacknowledged)
  const isOffered = useSelector(bell, s => !s.matches({counting: 'notOffered'}))
  const isCurrent = useSelector(bell, s => s.matches({counting: {current: 'counted'}}))
  if (!isOffered) return null
  const counted = SEVERITIES.toReversed().filter(severity => (unacknowledged?.[severity] ?? 0) > 0)
  const label = labelOf(unacknowledged, count => formats.exact(count))
  const title = isCurrent || unacknowledged === undefined ? label : `${label} (${texts.outdated})`
  return (
    <Link
      to="/alarms"
      className={styles.mark ?? ''}
      aria-label={title}
      title={title}
      data-outdated={!isCurrent || undefined}
    >
      {counted.length === 0 && <IconBell size={16} />}
      {counted.map(severity => (
        <SeverityMark key={severity} severity={severity}>
          <span>{briefly(unacknowledged?.[severity] ?? 0)}</span>
        </SeverityMark>
      ))}
    </Link>
  )
}

interface Counts {
  warning: number
  critical: number
}

function labelOf(counts: Counts | undefined, written: (count: number) => string): string {
  if (counts === undefined) return texts.unknown
  const {critical, warning} = counts
  return critical + warning === 0 ? texts.none : texts.counts(written(critical), written(warning))
}

const briefly = (count: number): string => (count > 999 ? '999+' : String(count))
