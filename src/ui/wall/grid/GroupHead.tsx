import {useSelector} from '@xstate/react'
import {countText} from '../../../../contract/rules/format/numbers'
import {isAny} from '../../../domain/telemetry/devices/deviceStates'
import {MARKED_STATUSES} from '../../../domain/telemetry/devices/worstFirst'
import {isSameCounts, rollUpOf} from '../../../domain/wall/arrangement'
import type {Page} from '../../../domain/wall/board'
import {isNormal} from '../../../domain/wall/conditions'
import type {Place} from '../../../domain/wall/packing'
import type {WallRef} from '../../../machines/wall/wall'
import {useApplication} from '../../kit/application'
import spoken from '../../kit/text/Spoken.module.css'
import {texts} from '../texts'
import styles from './GroupHead.module.css'
import {StatusShape} from './StatusShape'
import {placeStyle} from './TileCell'

interface Props {
  wall: WallRef
  page: Page
  at: number
  place: Place
}

/** The name of a group, and the number of its devices that are not well. */
export function GroupHead({wall, page, at, place}: Props) {
  const {formats} = useApplication()
  const group = page.groups[at]
  const counts = useSelector(
    wall,
    s => (group === undefined ? null : rollUpOf(group, s.context.board.conditions)),
    isSameCounts,
  )
  const name = useSelector(wall, ({context: {board}}) => {
    const grouping = board.wall?.grouping ?? 'none'
    const value = group?.value ?? null
    if (value === null) return texts.ungrouped[grouping]
    const status = MARKED_STATUSES.find(each => grouping === 'status' && each === value)
    return status === undefined ? (board.customers.get(value) ?? value) : texts.statuses[status]
  })
  if (group === undefined || counts === null) return null
  const abnormal = MARKED_STATUSES.filter(status => !isNormal(status) && isAny(counts[status]))
  return (
    <li className={styles.head} style={placeStyle(place, page.packing.headFont)}>
      <bdi className={styles.name}>{name}</bdi>
      {abnormal.map(status => (
        <span key={status} className={styles.rollUp} data-status={status}>
          <StatusShape status={status} /> {countText(formats, counts[status])}
          <span className={spoken.spoken}> {texts.statuses[status]}</span>
        </span>
      ))}
      <span className={styles.count}>{formats.number(group.devices.length)}</span>
    </li>
  )
}
