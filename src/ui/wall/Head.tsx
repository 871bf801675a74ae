import {useSelector} from '@xstate/react'
import {isPulsewall} from '../../../contract/rules/offer'
import {ageOf} from '../../domain/format/age'
import {isLinkDown} from '../../domain/link'
import {WALL_AUTHORITY} from '../../domain/user'
import {newestOf} from '../../domain/wall/faces'
import type {WallRef, WallSnapshot} from '../../machines/wall/wall'
import {useApplication} from '../kit/application'
import {LazyPart} from '../kit/loading/LazyPart'
import {PageHeader} from '../kit/PageHeader'
import spoken from '../kit/text/Spoken.module.css'
import {NobodyElse} from '../telemetry/limits/NobodyElse'
import {StatusCount} from './StatusCount'
import {texts} from './texts'
import styles from './Wall.module.css'

/**
 * The name of the wall, and how old its newest value is, in larger letters than the clock. Beside the shell's bar the
 * wall says nothing of a cut link: its own time for it would be a second one. Of a wall that isn't found there is
 * nothing to count.
 */
export function Head({wall}: {wall: WallRef}) {
  const name = useSelector(wall, s => s.context.board.wall?.name ?? '')
  const isKiosk = useSelector(wall, s => s.context.board.view.isKiosk)
  const isCut = useSelector(wall, isCutOff)
  const isFound = useSelector(wall, s => s.context.board.wall !== null && !isLinkedWallGone(s))
  const devices = useSelector(wall, s => s.children.devices)
  const hasCode = useSelector(wall, hasAlarmCode)
  return (
    <div className={styles.head}>
      <PageHeader title={name === '' ? texts.title : name} mark={isFound && <Amount wall={wall} />} />
      {devices !== undefined && <NobodyElse devices={devices} className={styles.amount} />}
      {(isCut ? isKiosk : isFound) && <DataAge wall={wall} />}
      {isKiosk && <WallClock wall={wall} />}
      {hasCode && (
        <LazyPart load={alarmCode} waiting="" isQuiet>
          {AlarmCode => <AlarmCode wall={wall} />}
        </LazyPart>
      )}
    </div>
  )
}

const alarmCode = async () => (await import('./kiosk/AlarmCode')).AlarmCode

const hasAlarmCode = ({context: {board, offer}}: WallSnapshot): boolean =>
  board.view.isKiosk && board.wall?.hasAlarmCode === true && isPulsewall(offer)

/** The wall of a link may have been deleted. A list that is still unread has no wall either. */
export const isLinkedWallGone = ({context: {user, board}, children: {walls}}: WallSnapshot): boolean =>
  user.authority === WALL_AUTHORITY && board.walls.length === 0 && walls?.getSnapshot().matches({list: 'kept'}) === true

function Amount({wall}: {wall: WallRef}) {
  const {formats} = useApplication()
  const isListed = useSelector(wall, s => s.matches({devices: 'loaded'}))
  const count = useSelector(wall, s => s.context.board.groups.reduce((sum, {devices}) => sum + devices.length, 0))
  // A viewer who has opened a device is close enough.
  const isReadable = useSelector(
    wall,
    ({context: {board}}) => board.view.deviceId !== null || (board.page?.packing.isReadable ?? true),
  )
  return (
    <p className={styles.amount}>
      {isListed && texts.devices(formats.number(count), count === 1)}
      {!isReadable && <span> · {texts.tooSmall}</span>}
    </p>
  )
}

const isCutOff = ({context: {board}}: WallSnapshot): boolean => isLinkDown(board.link)

/** Screen readers announce a lost link once, and not each second. */
function DataAge({wall}: {wall: WallRef}) {
  const {formats} = useApplication()
  const isCut = useSelector(wall, isCutOff)
  const cutAt = useSelector(wall, s => s.context.board.cutAt)
  const age = useSelector(wall, dataAge)
  return (
    <div className={styles.age} data-cut={isCut || undefined}>
      <span role="status" className={spoken.spoken}>
        {isCut && (cutAt === null ? texts.age.cutFromStart : texts.age.status(formats.time(cutAt)))}
      </span>
      {isCut ? (
        <>
          <span className={styles.ageWord}>
            {cutAt === null ? texts.age.cutFromStart : `${texts.age.cut} ${texts.age.since(formats.time(cutAt))}`}
          </span>
          <CutAge wall={wall} />
          {cutAt !== null &&
            (['critical', 'warning'] as const).map(status => (
              <span key={status} className={styles.ageWord}>
                <StatusCount wall={wall} status={status} />
              </span>
            ))}
        </>
      ) : (
        <>
          <span className={styles.ageWord}>{texts.age.data}</span>
          <b className={styles.ageFigure}>{age === null ? texts.age.none : texts.age.ago(age)}</b>
        </>
      )}
    </div>
  )
}

function CutAge({wall}: {wall: WallRef}) {
  const age = useSelector(wall, ({context: {board}}) => (board.cutAt === null ? null : ageOf(board.cutAt, board.now)))
  return age === null ? null : <b className={styles.ageFigure}>{age}</b>
}

function dataAge({context: {board}}: WallSnapshot): string | null {
  const newest = newestOf(board)
  return newest === null ? null : ageOf(newest, board.now)
}

function WallClock({wall}: {wall: WallRef}) {
  const {formats} = useApplication()
  const now = useSelector(wall, s => s.context.board.now)
  return (
    <span className={styles.clock} data-tick={now}>
      {formats.time(now)}
    </span>
  )
}
