import {SEVERITIES} from '../../../../contract/rules/thresholds'
import type {AlarmGrouping} from '../../../domain/alarms/filter'
import type {AlarmGroup} from '../../../domain/alarms/groups'
import {useApplication} from '../../kit/application'
import {SeverityMark} from '../../kit/mark/SeverityMark'
import spoken from '../../kit/text/Spoken.module.css'
import {texts as kit} from '../../kit/text/texts'
import {useAlarms} from '../logic'
import {texts} from '../texts'
import styles from './GroupHead.module.css'

interface Props {
  group: AlarmGroup
  grouping: AlarmGrouping
  /** Whether all alarms of the list are loaded. */
  isAll: boolean
}

/** Names what the alarms beneath it share, and counts them by severity. */
export function GroupHead({group, grouping, isAll}: Props) {
  const {formats} = useApplication()
  const counted = SEVERITIES.toReversed().filter(severity => group.counts[severity] > 0)
  return (
    <span className={styles.head}>
      <bdi>{useGroupName(group, grouping)}</bdi>
      {counted.map(severity => (
        <SeverityMark key={severity} severity={severity}>
          {formats.exact(group.counts[severity])}
          {!isAll && '+'}
          <span className={spoken.spoken}> {kit.severities[severity]}</span>
        </SeverityMark>
      ))}
    </span>
  )
}

function useGroupName({value, first}: AlarmGroup, grouping: AlarmGrouping): string {
  const {customers} = useAlarms().owners
  if (value === null) return texts.groups.none[grouping]
  if (grouping === 'device') return first.deviceName
  return grouping === 'customer' ? (customers.get(value) ?? value) : value
}
