import {createHash} from 'node:crypto'
import {uuidv7} from 'uuidv7'
import type {EpochMs} from '../../contract/wire/common'
import type {NoticeMessage, NoticeWire, WrittenMessage} from '../../contract/wire/notification'
import type {ChannelKind} from '../../contract/wire/target'
import {CHANNELS} from './channels'
import {isEnd, isPast} from './wording/occurrences'

/** A channel as it is stored. */
export interface StoredChannel {
  id: string
  kind: ChannelKind
  address: string
  secret: string | null
}

export interface NewDelivery {
  channel: StoredChannel
  /** Derived from the notices and the channel, so that nothing is sent twice. */
  key: string
  message: NoticeMessage
}

export function deliveriesTo(
  channel: StoredChannel,
  notices: readonly NoticeWire[],
  {at, unmannedOf}: {at: EpochMs; unmannedOf: (notice: NoticeWire) => readonly string[]},
): NewDelivery[] {
  const {mostNotices, hasFurtherMessages, mostEnds} = CHANNELS[channel.kind]
  const sorted = [...notices].sort(byUrgency)
  const parts =
    mostEnds === undefined
      ? partsOf(sorted, hasFurtherMessages ? mostNotices : sorted.length)
      : [
          ...partsOf(
            sorted.filter(notice => !isEnd(notice)),
            sorted.length,
          ),
          ...partsOf(sorted.filter(isEnd), mostEnds),
        ]
  return parts.map(part => {
    const unmanned = [...new Set(part.flatMap(unmannedOf))]
    return {
      channel,
      key: keyOf(channel, part),
      message: {...messageOf(part, at), notices: part.slice(0, mostNotices), ...(unmanned.length > 0 && {unmanned})},
    }
  })
}

export const testOf = (channel: StoredChannel, at: EpochMs): NewDelivery => ({
  channel,
  key: digest(['test', uuidv7(), channel.id]),
  message: {type: 'test', at, total: 0, counts: {}, notices: []},
})

/** A message to a person. `id` is the same for what must not be sent twice. */
export const writtenTo = (channel: StoredChannel, id: string, written: WrittenMessage, at: EpochMs): NewDelivery => ({
  channel,
  key: digest(['written', id, channel.id]),
  message: {type: 'written', at, total: 0, counts: {}, notices: [], written},
})

/** The reason for not sending a message that its reader may not see at all. */
export const NOT_SEEN = 'the person may not see these alarms any more'

export const devicesOf = ({notices}: NoticeMessage): string[] => [...new Set(notices.map(({device_id: id}) => id))]

/** The part of a message that its reader may see. */
export function limitedTo(message: NoticeMessage, isShown: (notice: NoticeWire) => boolean): NoticeMessage {
  const notices = message.notices.filter(isShown)
  return notices.length === message.notices.length ? message : {...message, ...messageOf(notices, message.at), notices}
}

export function messageOf(notices: readonly NoticeWire[], at: EpochMs): Omit<NoticeMessage, 'notices'> {
  const counts: NoticeMessage['counts'] = {}
  for (const {change} of notices) counts[change] = (counts[change] ?? 0) + 1
  return {type: 'alarms.changed', at, total: notices.length, counts}
}

function partsOf(notices: readonly NoticeWire[], most: number): NoticeWire[][] {
  const count = Math.ceil(notices.length / most)
  return Array.from({length: count}, (_, part) => notices.slice(part * most, (part + 1) * most))
}

const keyOf = ({id}: StoredChannel, notices: readonly NoticeWire[]): string =>
  digest([id, ...notices.map(notice => notice.id).sort()])

const digest = (texts: readonly string[]): string => createHash('sha256').update(JSON.stringify(texts)).digest('hex')

/** Sorts notices that need attention first, then critical ones, then the newest. */
function byUrgency(a: NoticeWire, b: NoticeWire): number {
  return (
    Number(isPast(a)) - Number(isPast(b)) ||
    Number(b.severity === 'critical') - Number(a.severity === 'critical') ||
    (b.raised_at ?? 0) - (a.raised_at ?? 0) ||
    (a.id < b.id ? -1 : 1)
  )
}
