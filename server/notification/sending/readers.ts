import {quietUntil} from '../../../contract/rules/quietHours'
import type {EpochMs} from '../../../contract/wire/common'
import type {Transaction} from '../../database/connect'
import {readQuietHours} from '../../preferences/repository'
import {readPeople} from '../../user/repository'
import type {StoredChannel} from '../messages'
import type {Reader, ReaderOf} from './holding'

/** Finds out which channels are read by a person of the organisation, and who of them has quiet hours now. */
export async function readReaders(
  transaction: Pick<Transaction, 'select'>,
  organisationId: string,
  {channels, at}: {channels: readonly StoredChannel[]; at: EpochMs},
): Promise<ReaderOf> {
  const inboxes = channels.filter(({kind}) => kind === 'email')
  if (inboxes.length === 0) return () => undefined
  const emails = [...new Set(inboxes.map(({address}) => address))]
  const found = await readPeople(transaction, organisationId, emails)
  const people = found.filter(({isPresent}) => isPresent)
  const quiet = await readQuietHours(
    transaction,
    people.map(({id}) => id),
  )
  const byEmail = new Map(
    people.map(({id, email}): [string, Reader] => {
      const hours = quiet.get(id)
      return [email, {quietUntil: hours === undefined ? null : quietUntil(hours, at)}]
    }),
  )
  const byChannel = new Map(inboxes.map(({id, address}) => [id, byEmail.get(address)]))
  return id => byChannel.get(id)
}
