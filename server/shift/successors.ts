import type {SuccessorWire} from '../../contract/wire/shift'
import type {Transaction} from '../database/connect'
import type {OnCallRepository} from '../onCall/repository'
import {type Person, readPeople} from '../user/repository'
import type {ShiftOwner} from './repository'

/** The people who have the shifts of an owner, and so can take one over. */
export async function readSuccessors(
  db: Pick<Transaction, 'select'>,
  {organisationId, customerId}: ShiftOwner,
): Promise<Person[]> {
  const people = await readPeople(db, organisationId)
  return people.filter(
    person => person.isPresent && (customerId === null ? person.isAdmin : person.customerId === customerId),
  )
}

/** The same people as somebody may choose from, those on call first. Only an organisation has rotas. */
export async function namedSuccessors(
  db: Pick<Transaction, 'select'>,
  rotas: Pick<OnCallRepository, 'called'>,
  owner: ShiftOwner,
): Promise<SuccessorWire[]> {
  const called = owner.customerId === null ? await rotas.called(owner.organisationId) : []
  const now = new Set(called.flatMap(rota => rota.called?._id ?? []))
  const next = new Set(called.flatMap(rota => rota.next?.person?._id ?? []))
  const found = await readSuccessors(db, owner)
  return found
    .map(({id, name, email}) => ({
      _id: id,
      name,
      email,
      on_call: now.has(id) ? ('now' as const) : next.has(id) ? ('next' as const) : null,
    }))
    .sort((a, b) => RANKS.indexOf(a.on_call) - RANKS.indexOf(b.on_call) || (a.name < b.name ? -1 : 1))
}

const RANKS: readonly SuccessorWire['on_call'][] = ['now', 'next', null]
