import {type AlarmRoute, targetsOf} from '../../../contract/rules/alarmRoutes'
import {quietUntil} from '../../../contract/rules/quietHours'
import type {EpochMs} from '../../../contract/wire/common'
import {readSight} from '../../access/reach'
import type {Transaction} from '../../database/connect'
import {readQuietHours} from '../../preferences/repository'
import {readPeople} from '../../user/repository'
import type {StoredChannel} from '../messages'
import {ownersOfChats} from '../ownChat'
import type {Recipients} from '../push/recipients'
import type {Reader, ReaderOf} from './holding'

interface Asked {
  channels: readonly StoredChannel[]
  recipients: Pick<Recipients, 'peopleOf'>
  route: AlarmRoute | undefined
  /** The devices of the notified alarms. */
  deviceIds: readonly string[]
  at: EpochMs
}

/**
 * Finds the channels that a person of the organisation reads, the devices that the person sees, and the people who have
 * quiet hours now. A mail to an address that a route names is the decision of its admin.
 */
export async function readReaders(
  transaction: Pick<Transaction, 'select'>,
  organisationId: string,
  {channels, recipients, route, deviceIds, at}: Asked,
): Promise<ReaderOf> {
  const inboxes = await readersOfInboxes(transaction, organisationId, {channels, route})
  const people = new Map([
    ...inboxes,
    ...(await recipients.peopleOf(transaction, channels)),
    ...ownersOfChats(channels),
  ])
  const userIds = [...new Set(people.values())]
  const {sees} = await readSight(transaction, userIds, deviceIds)
  const quiet = await readQuietHours(transaction, userIds)
  const readers = new Map(channels.map(channel => [channel.id, readerOfChannel(channel)]))
  return id => readers.get(id)

  function readerOfChannel(channel: StoredChannel): Reader | undefined {
    const userId = people.get(channel.id)
    if (userId === undefined) return isBrowser(channel) ? NOBODY : undefined
    const hours = quiet.get(userId)
    return {
      quietUntil: hours === undefined ? null : quietUntil(hours, at),
      sees: isNamedIn(route, channel) ? () => true : deviceId => sees(userId, deviceId),
    }
  }
}

/** The browser was signed out. */
const NOBODY: Reader = {quietUntil: null, sees: () => false}

const isBrowser = ({kind, secret}: StoredChannel): boolean => kind === 'push' && secret !== null

/** Whether a route names an inbox by its address, in any step. */
export const isNamedIn = (
  route: AlarmRoute | undefined,
  {kind, address}: Pick<StoredChannel, 'kind' | 'address'>,
): boolean =>
  kind === 'email' &&
  [0, ...(route?.escalations ?? []).map((_, at) => at + 1)].some(step =>
    targetsOf(route, step).some(target => target.kind === 'email' && target.address === address),
  )

async function readersOfInboxes(
  transaction: Pick<Transaction, 'select'>,
  organisationId: string,
  {channels, route}: Pick<Asked, 'channels' | 'route'>,
): Promise<ReadonlyMap<string, string>> {
  const inboxes = channels.filter(({kind}) => kind === 'email')
  if (inboxes.length === 0) return new Map()
  const emails = [...new Set(inboxes.map(({address}) => address))]
  const found = await readPeople(transaction, organisationId, emails)
  const byEmail = new Map(found.map(person => [person.email, person]))
  return new Map(
    inboxes.flatMap(inbox => {
      const person = byEmail.get(inbox.address)
      const isPerson = person !== undefined && (person.isPresent || !isNamedIn(route, inbox))
      return isPerson ? [[inbox.id, person.id]] : []
    }),
  )
}
