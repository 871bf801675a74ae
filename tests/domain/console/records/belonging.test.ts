import {describe, expect, it} from 'vitest'
import {organisationOf, withChange} from '../../../../src/domain/console/records/belonging'
import {assets} from '../../../../src/domain/console/records/descriptions'
import {devices} from '../../../../src/domain/console/records/devices'
import {changesOf, draftOf} from '../../../../src/domain/console/records/draft'
import {users} from '../../../../src/domain/console/records/users'
import {recordOf} from './examples'

const PETRA = recordOf({email: 'petra@harbour.test', organisationId: 'o1', customerId: 'c1'})
const STRANGER = recordOf({email: 'stranger@harbour.test', organisationId: null, customerId: null})
const opened = draftOf(users, PETRA)

describe('the organisation in which a form’s choices lie', () => {
  it.each([
    ['of a new record is the one that it will belong to', null, draftOf(devices, null), 'o9', 'o9'],
    ['of a record is its own', recordOf({organisationId: 'o1'}), {name: 'Boiler'}, '', 'o1'],
    ['of a record without one is none', recordOf({}), {name: 'Boiler'}, '', ''],
    ['of a user is the one in the form', PETRA, {...opened, organisationId: ' o2 '}, '', 'o2'],
    ['of a user without one is none', STRANGER, draftOf(users, STRANGER), '', ''],
  ])('%s', (_, record, draft, organisationId, expected) => {
    expect(organisationOf({record, draft, organisationId})).toBe(expected)
  })
})

describe('a change', () => {
  const change = (draft: typeof opened, name: string, value: string) =>
    withChange(users, {draft, record: PETRA}, {name, value})

  it('of anything else changes nothing else', () => {
    expect(change(opened, 'email', 'p@harbour.test')).toEqual({...opened, email: 'p@harbour.test'})
    expect(change(opened, 'customerId', 'c2')).toEqual({...opened, customerId: 'c2'})
  })

  it('of the organisation clears a customer of another one, which is sent, too', () => {
    const moved = change(opened, 'organisationId', 'o2')
    expect(moved).toEqual({...opened, organisationId: 'o2', customerId: ''})
    expect(changesOf(users, moved, PETRA)).toEqual({organisationId: 'o2', customerId: null})
  })

  it('of the organisation back to the record’s own brings its customer back', () => {
    const back = change(change(opened, 'organisationId', 'o2'), 'organisationId', 'o1')
    expect([back, changesOf(users, back, PETRA)]).toEqual([opened, {}])
  })

  it('to no organisation clears the customer', () => {
    expect(change(opened, 'organisationId', '')).toEqual({...opened, organisationId: '', customerId: ''})
  })

  it('of the blanks around the organisation’s id keeps the customer', () => {
    const draft = {...opened, customerId: 'c2'}
    expect(change(draft, 'organisationId', 'o1 ')).toEqual({...draft, organisationId: 'o1 '})
  })

  it('brings somebody without an organisation into one, with a customer of it', () => {
    const joined = withChange(
      users,
      {draft: draftOf(users, STRANGER), record: STRANGER},
      {name: 'organisationId', value: 'o2'},
    )
    expect(changesOf(users, {...joined, customerId: 'c2'}, STRANGER)).toEqual({
      organisationId: 'o2',
      customerId: 'c2',
    })
  })

  it('in a form that does not move the record leaves what it names', () => {
    const draft = {...draftOf(assets, null), customerId: 'c1', parentId: 'a1'}
    expect(withChange(assets, {draft, record: null}, {name: 'label', value: 'blob'})).toEqual({...draft, label: 'blob'})
  })
})

it('a user’s organisation is sent only when it was changed', () => {
  expect(changesOf(users, {...opened, email: 'p@harbour.test'}, PETRA)).toEqual({email: 'p@harbour.test'})
})
