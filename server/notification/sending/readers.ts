import {quietUntil} from '../../../contract/rules/quietHours'
import type {EpochMs} from '../../../contract/wire/common'
import type {Transaction} from '../../database/connect'
import {readQuietHours} from '../../preferences/repository'
import {readPeople} from '../../user/repository'
import type {StoredChannel} from '../messages'
import type {Recipients} from '../push/recipients'
import type {Reader, ReaderOf} from './holding'

interface Asked {
  channels: readonly StoredChannel[]
  recipients: Pick<Recipients, 'peopleOf'>
  at: EpochMs
}

/** Finds out which channels are read by a person of the organisation, and who of them has quiet hours now. */
export async function readReaders(
  transaction: Pick<Transaction, 'select'>,
  organisationId: string,
  {channels, recipients, at}: Asked,
): Promise<ReaderOf> {
  const [inboxes, browsers] = [
    await readersOfInboxes(transaction, organisationId, channels),
    await recipients.peopleOf(transaction, channels),
  ]
  const people = new Map([...inboxes, ...browsers])
  if (people.size === 0) return () => undefined
  const quiet = await readQuietHours(transaction, [...new Set(people.values())])
  return id => readerOf(people.get(id))

  function readerOf(userId: string | undefined): Reader | undefined {
    if (userId === undefined) return undefined
    const hours = quiet.get(userId)
    return {quietUntil: hours === undefined ? null : quietUntil(hours, at)}
  }
}

async function readersOfInboxes(
  transaction: Pick<Transaction, 'select'>,
  organisationId: string,
  channels: readonly StoredChannel[],
): Promise<ReadonlyMap<string, string>> {
  const inboxes = channels.filter(({kind}) => kind === 'email')
  if (inboxes.length === 0) return new Map()
  const emails = [...new Set(inboxes.map(({address}) => address))]
  const found = await readPeople(transaction, organisationId, emails)
  const byEmail = new Map(found.flatMap(({id, email, isPresent}) => (isPresent ? [[email, id]] : [])))
  return new Map(inboxes.flatMap(({id, address}) => (byEmail.has(address) ? [[id, byEmail.get(address) ?? '']] : [])))
}
