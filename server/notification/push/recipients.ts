import {sql} from 'drizzle-orm'
import type {EpochMs} from '../../../contract/wire/common'
import type {NoticeMessage, NoticeWire} from '../../../contract/wire/notification'
import type {TargetOf} from '../../../contract/wire/target'
import {createReachedAmong} from '../../access/reach'
import type {Database, Transaction} from '../../database/connect'
import {notificationDelivery} from '../../database/schema'
import {type PreferencesRepository, readerOf} from '../../preferences/repository'
import type {User, UserRepository} from '../../user/repository'
import {type ChannelAddress, type Delivery, NotWritable} from '../channel'
import {addressOf} from '../channels'
import {messageOf, type StoredChannel} from '../messages'
import {onlyNotice} from '../wording/occurrences'
import type {PushKeys} from './keys'
import {composePush} from './pushed'
import type {Recipient} from './recipient'
import type {PushSubscriptions} from './subscriptions'

export interface RecipientsOptions {
  database: Pick<Database, 'db'>
  subscriptions: PushSubscriptions
  keys: () => Promise<PushKeys>
  users: Pick<UserRepository, 'find'>
  preferences: Pick<PreferencesRepository, 'find'>
  acknowledgeTokenFor: (user: User, alarm: {alarmId: string; version: number}) => Promise<string | null>
}

export type Recipients = ReturnType<typeof createRecipients>

type Viewer = Awaited<ReturnType<PushSubscriptions['find']>>[number]['viewer']

/** Who is pushed what: each browser is a channel of its own, and is told only what its person may see. */
export function createRecipients({database: {db}, subscriptions, keys, ...options}: RecipientsOptions) {
  const {users, preferences, acknowledgeTokenFor} = options

  async function seenBy(executor: Pick<Transaction, 'select'>, viewer: Viewer, notices: readonly NoticeWire[]) {
    const ids = [...new Set(notices.map(notice => notice.device_id))]
    const reached = await createReachedAmong({db: executor})(viewer, 'device', ids)
    return (notice: NoticeWire) => reached.has(notice.device_id)
  }

  return {
    /** The channels of a target. Where nobody has switched on notifications it is one that says so. */
    async channelsOf(
      transaction: Transaction,
      organisationId: string,
      target: TargetOf<'push'> & {isIfAny?: true},
    ): Promise<ChannelAddress[]> {
      const found = await subscriptions.ofPeople(transaction, organisationId, target.email)
      if (found.length === 0) return target.isIfAny ? [] : [addressOf(target)]
      return found.map(({id, email, browser}) => ({
        address: [email, browser, id.slice(-8)].filter(Boolean).join(' · '),
        secret: id,
      }))
    },

    /** The ids of those whom channels belong to, by the ids of the channels. */
    async peopleOf(
      transaction: Pick<Transaction, 'select'>,
      channels: readonly StoredChannel[],
    ): Promise<ReadonlyMap<string, string>> {
      const pushed = channels.flatMap(({id, kind, secret}) =>
        kind === 'push' && secret !== null ? [{id, secret}] : [],
      )
      if (pushed.length === 0) return new Map()
      const found = await subscriptions.find(
        transaction,
        pushed.map(({secret}) => secret),
      )
      const users = new Map(found.map(({subscription, viewer}) => [subscription.id, viewer.userId]))
      return new Map(pushed.flatMap(({id, secret}) => (users.has(secret) ? [[id, users.get(secret) ?? '']] : [])))
    },

    /** Leaves out what those may not see whom a channel belongs to. */
    async limited(
      transaction: Transaction,
      channels: readonly StoredChannel[],
      notices: ReadonlyMap<string, readonly NoticeWire[]>,
    ): Promise<ReadonlyMap<string, readonly NoticeWire[]>> {
      const pushed = channels.filter(({kind, secret}) => kind === 'push' && secret !== null)
      if (pushed.length === 0) return notices
      const found = await subscriptions.find(
        transaction,
        pushed.map(({secret}) => secret ?? ''),
      )
      const viewers = new Map(found.map(({subscription, viewer}) => [subscription.id, viewer]))
      const left = new Map(notices)
      for (const {id, secret} of pushed) {
        const [all, viewer] = [notices.get(id) ?? [], viewers.get(secret ?? '')]
        const isSeen = viewer && (await seenBy(transaction, viewer, all))
        const known = viewer ? await toldOf(transaction, id, all.filter(isRemoved)) : undefined
        left.set(
          id,
          all.filter(notice => isSeen?.(notice) || known?.has(notice.alarm_id)),
        )
      }
      return left
    },

    /** Throws `NotWritable` when the browser is to be told nothing any more. */
    async recipientOf(delivery: Delivery, now: EpochMs): Promise<Recipient> {
      const {secret, message, organisationId} = delivery
      if (secret === null) throw new NotWritable('nobody there has switched on notifications in a browser')
      const [found] = await subscriptions.find(db, [secret])
      if (found === undefined) throw new NotWritable('the browser was signed out, or has switched off notifications')
      const {subscription, viewer} = found
      const isSeen = await seenBy(db, viewer, message.notices)
      const shown = limitedTo(message, notice => isSeen(notice) || isRemoved(notice))
      if (message.type !== 'test' && shown.notices.length === 0)
        throw new NotWritable('the person may not see these alarms any more')
      const user = await users.find(viewer.userId)
      const reader = await readerOf(preferences, user)
      const isOfAlarm = viewer.organisationId === organisationId || viewer.organisationId === null
      const asked = isOfAlarm ? askedOf(shown) : undefined
      const acknowledgeToken = user && asked ? await acknowledgeTokenFor(user, asked) : null
      const pushed = await composePush({...delivery, message: shown}, {reader, now, acknowledgeToken})
      return {...pushed, subscription, keys: await keys()}
    },
  }
}

/** The device is no more, and so nobody has it within reach. */
const isRemoved = ({ended_by}: NoticeWire): boolean => ended_by === 'removed'

/** Of which of these alarms a channel was told before. */
async function toldOf(transaction: Transaction, channelId: string, notices: readonly NoticeWire[]) {
  if (notices.length === 0) return new Set<string>()
  const ids = notices.map(({alarm_id}) => alarm_id)
  const {rows} = await transaction.execute<{id: string}>(sql`
    select distinct notice ->> 'alarm_id' as id
    from ${notificationDelivery}, jsonb_array_elements(${notificationDelivery.message} -> 'notices') notice
    where ${notificationDelivery.channelId} = ${channelId} and notice ->> 'alarm_id' = any(${sql.param(ids)}::text[])`)
  return new Set(rows.map(({id}) => id))
}

function limitedTo(message: NoticeMessage, isShown: (notice: NoticeWire) => boolean): NoticeMessage {
  const notices = message.notices.filter(isShown)
  return notices.length === message.notices.length ? message : {...messageOf(notices, message.at), notices}
}

/** The alarm that a message asks to acknowledge. */
function askedOf(message: NoticeMessage): {alarmId: string; version: number} | undefined {
  const notice = onlyNotice({message})
  if (notice === undefined || notice.ended_at !== null || notice.acknowledged_at !== null) return undefined
  const {alarm_id: alarmId, alarm_version: version} = notice
  return typeof version === 'number' ? {alarmId, version} : undefined
}
