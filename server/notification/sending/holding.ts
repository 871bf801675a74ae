import type {EpochMs} from '../../../contract/wire/common'
import type {NoticeWire} from '../../../contract/wire/notification'
import type {Decision, Thread} from './decision'

/** The state of a channel's reader: `quietUntil` is null outside quiet hours. */
export interface Reader {
  quietUntil: EpochMs | null
  /** Whether the person may be notified of the alarms of a device. */
  sees(deviceId: string): boolean
}

/** The person who reads a channel; undefined where nobody knows that, as of a chat or a list of emails. */
export type ReaderOf = (channelId: string) => Reader | undefined

/** The notices of a thread that each channel is sent now, and the state of the thread after that. */
export interface Share {
  notices: readonly {channelId: string; notice: NoticeWire}[]
  toldTo: readonly string[]
  heldFrom: readonly string[]
  /** The end of the first quiet hours for which something is held back. */
  heldUntil: EpochMs | null
}

/** Whether the quiet hours of somebody from whom something was held back are over. */
export const isReleased = ({heldFrom}: Pick<Thread, 'heldFrom'>, readerOf: ReaderOf): boolean =>
  heldFrom.some(id => !isQuiet(readerOf(id)))

/**
 * Nobody is notified of an alarm whose device they don't see. Notices are held back from people in their quiet hours.
 * Critical ones are not, unless somebody else outside quiet hours gets them.
 */
export function shareOut(
  {toldTo, heldFrom, facts}: Pick<Thread, 'toldTo' | 'heldFrom' | 'facts'>,
  decision: Pick<Decision, 'first' | 'again' | 'late' | 'isOver'>,
  current: readonly string[],
  readerOf: ReaderOf,
): Share {
  const [notified, held] = [new Set(toldTo), new Set(heldFrom)]
  const noticeFor = (id: string): NoticeWire | null => {
    if (!notified.has(id)) return current.includes(id) ? decision.first : null
    return decision.again ?? (held.has(id) && !isQuiet(readerOf(id)) ? decision.late : null)
  }
  const concerned = [...new Set([...toldTo, ...current])]
    .filter(id => readerOf(id)?.sees(facts.device_id) ?? true)
    .map(id => ({id, notice: noticeFor(id)}))
  const isReached = concerned.some(
    ({id, notice}) => readerOf(id)?.quietUntil === null && (notified.has(id) || notice !== null),
  )
  const isHeld = ({id, notice}: (typeof concerned)[number]) =>
    isQuiet(readerOf(id)) && (notice === null ? held.has(id) : notice.severity !== 'critical' || isReached)
  const waiting = concerned.filter(isHeld).filter(({id}) => !decision.isOver || notified.has(id))
  const notices = concerned.flatMap(item =>
    item.notice === null || isHeld(item) ? [] : [{channelId: item.id, notice: item.notice}],
  )
  const waitingIds = waiting.map(({id}) => id)
  return {
    notices,
    toldTo: decision.isOver ? waitingIds : [...new Set([...toldTo, ...notices.map(({channelId}) => channelId)])],
    heldFrom: waitingIds,
    heldUntil: earliest(waitingIds.flatMap(id => readerOf(id)?.quietUntil ?? [])),
  }
}

const isQuiet = (reader: Reader | undefined): boolean => reader !== undefined && reader.quietUntil !== null

const earliest = (times: readonly EpochMs[]): EpochMs | null => (times.length === 0 ? null : Math.min(...times))
