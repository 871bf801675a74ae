import {sql} from 'drizzle-orm'
import type {EpochMs} from '../../contract/wire/common'
import type {Transaction} from '../database/connect'
import {isAnyOf} from '../database/rows'
import {notificationChannel, notificationDelivery} from '../database/schema/notification'
import type {MailRepository} from '../mail/repository'
import type {ChannelAddress, Mark} from './channel'
import {addressOf, CHANNELS} from './channels'
import type {NewDelivery, StoredChannel} from './messages'
import {ownChatAddress} from './ownChat'
import type {Recipients} from './push/recipients'
import {distinct, keyOf, type TargetNow} from './targetsNow'

/** Returns the channels of each of some targets, with the secret that its route names now. */
export async function channelsOf(
  transaction: Transaction,
  organisationId: string,
  targets: readonly TargetNow[],
  {recipients, mark}: {recipients: Pick<Recipients, 'channelsOf'>; mark: Mark},
): Promise<(target: TargetNow) => readonly StoredChannel[]> {
  if (targets.length === 0) return () => []
  const named = new Map<string, typeof notificationChannel.$inferInsert>()
  const ofTargets = new Map<string, string[]>()
  for (const target of distinct(targets)) {
    const found = await channelsOfTarget(target)
    for (const channel of found) named.set(nameOf(channel), {organisationId, ...channel})
    ofTargets.set(keyOf(target), found.map(nameOf))
  }
  const requested = [...named.values()].sort((a, b) => (a.address < b.address ? -1 : 1))
  const stored = await transaction
    .insert(notificationChannel)
    .values(requested)
    .onConflictDoUpdate({
      target: [notificationChannel.organisationId, kind, address],
      set: {secret: sql`excluded.secret`},
    })
    .returning(CHANNEL)
  const byName = new Map(stored.map(channel => [nameOf(channel), channel]))
  return target => (ofTargets.get(keyOf(target)) ?? []).flatMap(name => byName.get(name) ?? [])

  async function channelsOfTarget(target: TargetNow): Promise<Omit<StoredChannel, 'id'>[]> {
    if (target.kind !== 'push') return [{kind: target.kind, ...addressNow(target, mark)}]
    const browsers = await recipients.channelsOf(transaction, organisationId, target)
    const isMailed = browsers.length === 0 && 'isMailedWithout' in target && target.isMailedWithout
    if (isMailed && target.email !== undefined) return [{kind: 'email', address: target.email, secret: null}]
    return browsers.map(browser => ({kind: 'push', ...browser}))
  }
}

/** The address of a target that is one channel. */
export function addressNow(target: TargetNow, mark: Mark): ChannelAddress {
  if ('person' in target) return ownChatAddress(target)
  return addressOf(target, mark)
}

const nameOf = ({kind, address}: Pick<StoredChannel, 'kind' | 'address'>): string => `${kind} ${address}`

export const distinctChannels = (channels: readonly StoredChannel[]): StoredChannel[] => [
  ...new Map(channels.map(channel => [channel.id, channel])).values(),
]

export const findChannels = (transaction: Transaction, ids: readonly string[]): PromiseLike<StoredChannel[]> =>
  transaction.select(CHANNEL).from(notificationChannel).where(isAnyOf(notificationChannel.id, ids))

const {id, kind, address, secret} = notificationChannel
const CHANNEL = {id, kind, address, secret}

export interface Sender {
  organisationId: string
  route: string
  step: number
}

/** Queues deliveries in the transaction of the dispatch. One whose key is there already is left out. */
export async function queueDeliveries(
  transaction: Transaction,
  mails: Pick<MailRepository, 'enqueue'>,
  {organisationId, route, step}: Sender,
  deliveries: readonly NewDelivery[],
  at: EpochMs,
): Promise<string[]> {
  const queued: string[] = []
  for (const {channel, key, message} of deliveries) {
    const definition = CHANNELS[channel.kind]
    const nextTryAt = 'render' in definition ? at : null
    const [inserted] = await transaction
      .insert(notificationDelivery)
      .values({organisationId, channelId: channel.id, route, step, key, message, nextTryAt, createdAt: at})
      .onConflictDoNothing()
      .returning({id: notificationDelivery.id})
    if (inserted === undefined) continue
    queued.push(inserted.id)
    if ('enqueue' in definition)
      await definition.enqueue(transaction, {mails}, {address: channel.address, deliveryId: inserted.id})
  }
  return queued
}
