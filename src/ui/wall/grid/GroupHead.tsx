import {useSelector} from '@xstate/react'
import {countText} from '../../../../contract/rules/format/numbers'
import {isAny} from '../../../domain/telemetry/devices/deviceStates'
import {MARKED_STATUSES} from '../../../domain/telemetry/devices/worstFirst'
import {isSameCounts, rollUpOf, type WallGroup} from '../../../domain/wall/arrangement'
import {isNormal, type WallCounts} from '../../../domain/wall/conditions'
import {widthOf} from '../../../domain/wall/fitting'
import {fittedName, isWhole} from '../../../domain/wall/nameFit'
import type {Place} from '../../../domain/wall/packing'
import type {Said} from '../../../domain/wall/tileNames'
import type {WallRef} from '../../../machines/wall/wall'
import {useApplication} from '../../kit/application'
import spoken from '../../kit/text/Spoken.module.css'
import {texts} from '../texts'
import styles from './Grid.module.css'
import {placeStyle} from './placeStyle'
import {StatusShape} from './StatusShape'

interface Props {
  wall: WallRef
  group: WallGroup
  /** The name of the group. */
  name: string
  said: Said
  place: Place
  /** In CSS pixels. */
  font: number
}

/**
 * The name of a group, how many of its devices are not well, and, beside a name that stays whole, how many are; below it,
 * what all of them share.
 */
export function GroupHead({wall, group, name, said, place, font}: Props) {
  const {formats} = useApplication()
  const counts = useSelector(wall, s => rollUpOf(group, s.context.board.conditions), isSameCounts)
  const abnormal = MARKED_STATUSES.filter(status => !isNormal(status) && isAny(counts[status]))
  const room = place.width / font - PADDING
  const all = formats.number(group.devices.length)
  const normal = texts.normalOf(countText(formats, normalIn(counts)), all)
  const ofName = room - abnormal.length * COUNT
  const beside = fittedName(name, {width: ofName - widthOf(normal) - GAP, lines: 1})
  const isNormalSaid = isWhole(beside)
  const fitted = isNormalSaid ? beside : fittedName(name, {width: Math.max(LEAST_NAME, ofName), lines: 1})
  const shared = sharedText(said)
  const fittedShared = fittedName(shared, {width: room / SHARED_SIZE, lines: 1})
  return (
    <li className={styles.head} style={placeStyle(place, font)} title={shared === '' ? name : `${name}\n${shared}`}>
      <span className={styles.line}>
        <bdi className={styles.name} style={{fontSize: `${fitted.scale}em`}}>
          {fitted.shown}
        </bdi>
        {abnormal.map(status => (
          <span key={status} className={styles.rollUp} data-status={status}>
            <StatusShape status={status} /> {countText(formats, counts[status])}
            <span className={spoken.spoken}> {texts.statuses[status]}</span>
          </span>
        ))}
        <span className={isNormalSaid ? styles.count : spoken.spoken}>{normal}</span>
      </span>
      {shared !== '' && (
        <span className={styles.said}>
          <bdi style={{fontSize: `${fittedShared.scale}em`}}>{fittedShared.shown}</bdi>
        </span>
      )}
    </li>
  )
}

/** Lengths are in font sizes of the head. */
const PADDING = 0.6
const GAP = 0.6
const LEAST_NAME = 4
/** That of the devices in one state, with its shape. */
const COUNT = 3
const SHARED_SIZE = 0.85

/** Null while nothing is known. */
const normalIn = ({fresh, replay}: WallCounts): number | null =>
  fresh === null || replay === null ? null : fresh + replay

const sharedText = ({shared: {start, end}, key}: Said): string =>
  [[start.trim(), end.trim()].filter(words => words !== '').join(' … '), key ?? '']
    .filter(part => part !== '')
    .join(' · ')
