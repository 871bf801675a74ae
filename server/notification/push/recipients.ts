import type {Reader} from '../../../contract/rules/format/formats'
import type {EpochMs} from '../../../contract/wire/common'
import type {NoticeMessage} from '../../../contract/wire/notification'
import type {TargetOf} from '../../../contract/wire/target'
import {readSight} from '../../access/reach'
import type {Database, Transaction} from '../../database/connect'
import {ANYBODY, type PreferencesRepository, readerOf} from '../../preferences/repository'
import type {User, UserRepository} from '../../user/repository'
import {type ChannelAddress, type Delivery, NotWritable, personsAddress} from '../channel'
import {withoutBrowser} from '../channels/push'
import {devicesOf, limitedTo, NOT_SEEN, type StoredChannel} from '../messages'
import {ownerOfChat} from '../ownChat'
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

/** Assigns pushes to browsers: each is a channel of its own, and gets only what its user may see. */
export function createRecipients({database: {db}, subscriptions, keys, ...options}: RecipientsOptions) {
  const {users, preferences, acknowledgeTokenFor} = options

  return {
    /** The channels of a target. Where nobody has switched on notifications it is one that says so. */
    async channelsOf(
      transaction: Transaction,
      organisationId: string,
      target: TargetOf<'push'> & {isIfAny?: true; isMailedWithout?: boolean},
    ): Promise<ChannelAddress[]> {
      const found = await subscriptions.ofPeople(transaction, organisationId, target.email)
      const isNone = target.isIfAny === true || target.isMailedWithout !== undefined
      if (found.length === 0) return isNone ? [] : [withoutBrowser(target)]
      return found.map(({id, email, browser}) => ({
        address: personsAddress(email, browser, id.slice(-8)),
        secret: id,
      }))
    },

    /** The ids of the owners of channels, by the ids of the channels. */
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

    /**
     * The part of a message that its reader may see, and how the reader reads it: of a chat that is somebody's own.
     * Throws `NotWritable` when that is nothing.
     */
    async readingOf(delivery: Delivery): Promise<{message: NoticeMessage; reader: Reader}> {
      const {message} = delivery
      const userId = ownerOfChat(delivery)
      if (userId === null) return {message, reader: ANYBODY}
      const {sees} = await readSight(db, [userId], devicesOf(message))
      const shown = limitedTo(message, notice => sees(userId, notice.device_id))
      if (message.type === 'alarms.changed' && shown.notices.length === 0) throw new NotWritable(NOT_SEEN)
      return {message: shown, reader: await readerOf(preferences, await users.find(userId))}
    },

    /** Throws `NotWritable` when the browser is to get no more notifications. */
    async recipientOf(delivery: Delivery, now: EpochMs): Promise<Recipient> {
      const {secret, message} = delivery
      if (secret === null) throw new NotWritable('nobody there has switched on notifications in a browser')
      const [found] = await subscriptions.find(db, [secret])
      if (found === undefined) throw new NotWritable('the browser was signed out, or has switched off notifications')
      const {subscription, viewer} = found
      const {sees} = await readSight(db, [viewer.userId], devicesOf(message))
      const shown = limitedTo(message, notice => sees(viewer.userId, notice.device_id))
      if (message.type === 'alarms.changed' && shown.notices.length === 0) throw new NotWritable(NOT_SEEN)
      const user = await users.find(viewer.userId)
      const reader = await readerOf(preferences, user)
      const asked = askedOf(shown)
      const acknowledgeToken = user && asked ? await acknowledgeTokenFor(user, asked) : null
      const pushed = await composePush({...delivery, message: shown}, {reader, now, acknowledgeToken})
      return {...pushed, subscription, keys: await keys()}
    },
  }
}

/** The alarm that a message asks to acknowledge. */
function askedOf(message: NoticeMessage): {alarmId: string; version: number} | undefined {
  const notice = onlyNotice({message})
  if (notice === undefined || notice.ended_at !== null || notice.acknowledged_at !== null) return undefined
  const {alarm_id: alarmId, alarm_version: version} = notice
  return typeof version === 'number' ? {alarmId, version} : undefined
}
