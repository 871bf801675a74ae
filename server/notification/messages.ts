import {createHash} from 'node:crypto'
import {uuidv7} from 'uuidv7'
import type {EpochMs} from '../../contract/wire/common'
import type {NoticeMessage, NoticeWire} from '../../contract/wire/notification'

export interface Channel {
  id: string
  kind: 'email' | 'webhook'
  address: string
}

export interface NewDelivery {
  channel: Channel
  /** Made of what is told and of the channel: the same is never told twice. */
  key: string
  message: NoticeMessage
}

/** More would not be read in a mail, nor fit into the body of a call. */
const MAIL_NOTICES = 50
const WEBHOOK_NOTICES = 1000

/** One mail, however many notices there are; a webhook gets all of them. */
export function deliveriesTo(channel: Channel, notices: readonly NoticeWire[], at: EpochMs): NewDelivery[] {
  const sorted = [...notices].sort(byUrgency)
  if (channel.kind === 'email') {
    const message = messageOf(sorted, at)
    return [{channel, key: keyOf(channel, sorted), message: {...message, notices: sorted.slice(0, MAIL_NOTICES)}}]
  }
  return parts(sorted).map(part => ({channel, key: keyOf(channel, part), message: messageOf(part, at)}))
}

export const testOf = (channel: Channel, at: EpochMs): NewDelivery => ({
  channel,
  key: digest(['test', uuidv7(), channel.id]),
  message: {type: 'test', at, total: 0, counts: {}, notices: []},
})

function messageOf(notices: readonly NoticeWire[], at: EpochMs): NoticeMessage {
  const counts: NoticeMessage['counts'] = {}
  for (const {change} of notices) counts[change] = (counts[change] ?? 0) + 1
  return {type: 'alarms.changed', at, total: notices.length, counts, notices: [...notices]}
}

function parts(notices: readonly NoticeWire[]): NoticeWire[][] {
  const count = Math.ceil(notices.length / WEBHOOK_NOTICES)
  return Array.from({length: count}, (_, part) => notices.slice(part * WEBHOOK_NOTICES, (part + 1) * WEBHOOK_NOTICES))
}

const keyOf = ({id}: Channel, notices: readonly NoticeWire[]): string =>
  digest([id, ...notices.map(notice => notice.id).sort()])

const digest = (texts: readonly string[]): string => createHash('sha256').update(JSON.stringify(texts)).digest('hex')

/** What asks for attention comes first, then what is critical, then the newest. */
function byUrgency(a: NoticeWire, b: NoticeWire): number {
  return (
    Number(isEnd(a)) - Number(isEnd(b)) ||
    Number(b.severity === 'critical') - Number(a.severity === 'critical') ||
    (b.raised_at ?? 0) - (a.raised_at ?? 0) ||
    (a.id < b.id ? -1 : 1)
  )
}

const isEnd = ({change}: NoticeWire) => change === 'ended' || change === 'passed' || change === 'settled'
