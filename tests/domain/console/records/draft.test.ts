import {describe, expect, it} from 'vitest'
import {customers} from '../../../../src/domain/console/records/customers'
import {nameOf} from '../../../../src/domain/console/records/description'
import {
  changesOf,
  creationOf,
  draftOf,
  fieldsFor,
  isChanged,
  typedText,
} from '../../../../src/domain/console/records/draft'
import {organisations} from '../../../../src/domain/console/records/organisations'
import {users} from '../../../../src/domain/console/records/users'
import {DELETED_USER, HARBOUR, recordOf} from './examples'

describe('a form', () => {
  it('opens empty, with the defaults, for a new one', () => {
    expect(draftOf(users, null)).toEqual({email: '', invite: false, password: '', authority: 'ORGANISATION_ADMIN'})
  })

  it('opens with what there is, and without the password', () => {
    expect(draftOf(users, DELETED_USER)).toEqual({
      email: 'petra@harbour.test',
      password: '',
      currentPassword: '',
      authority: 'CUSTOMER_USER',
      organisationId: '',
      customerId: 'c1',
      userDeleted: true,
    })
  })

  it('offers a new user other authorities than an existing one', () => {
    const [, , , authority] = fieldsFor(users, 'create')
    expect([authority?.optionsWhenCreating, authority?.options]).toEqual([
      ['ORGANISATION_ADMIN', 'CUSTOMER_USER'],
      ['CUSTOMER_USER', 'CUSTOMER_ADMIN', 'ORGANISATION_ADMIN'],
    ])
  })

  it.each([
    [null, ''],
    [undefined, ''],
    ['text', 'text'],
    [5, '5'],
    [{a: [1]}, '{\n  "a": [\n    1\n  ]\n}'],
  ])('shows %j as text', (value, text) => {
    expect(typedText(value)).toBe(text)
  })

  it('is changed from the first difference on, until there is none', () => {
    const opened = draftOf(organisations, HARBOUR)
    expect(isChanged(organisations, opened, HARBOUR)).toBe(false)
    expect(isChanged(organisations, {...opened, city: 'Bremen'}, HARBOUR)).toBe(true)
    expect(isChanged(organisations, {...opened, city: ''}, HARBOUR)).toBe(false)
    expect(isChanged(customers, {...draftOf(customers, null), isPublic: true}, null)).toBe(true)
  })
})

describe('what is sent', () => {
  it('of a new one leaves out what is empty, trimmed', () => {
    const draft = {
      ...draftOf(organisations, null),
      title: ' Harbour ',
      phone: '1',
      retentionDays: ' 90 ',
      additionalInfo: '{"a": 1}',
    }
    expect(creationOf(organisations, draft)).toEqual({
      title: 'Harbour',
      phone: '1',
      retentionDays: 90,
      additionalInfo: {a: 1},
    })
  })

  it('of an edit is what has changed alone; what was emptied is null', () => {
    const draft = {...draftOf(organisations, HARBOUR), city: ' Bremen ', phone: '', additionalInfo: 'a plain text'}
    expect(changesOf(organisations, draft, HARBOUR)).toEqual({
      city: 'Bremen',
      phone: null,
      additionalInfo: 'a plain text',
    })
  })

  it('of an unchanged form is nothing', () => {
    expect(changesOf(organisations, draftOf(organisations, HARBOUR), HARBOUR)).toEqual({})
  })

  it('restores a deleted user with the password as it was typed', () => {
    const draft = {...draftOf(users, DELETED_USER), userDeleted: false, password: ' with blanks '}
    expect(changesOf(users, draft, DELETED_USER)).toEqual({userDeleted: false, password: ' with blanks '})
  })
})

it.each([
  [recordOf({email: 'a@b.test', title: 'Title'}), 'a@b.test'],
  [recordOf({email: ''}), 'r1'],
  [recordOf({}), 'r1'],
])('people call a customer by its email, else by its id (%#)', (record, name) => {
  expect(nameOf(customers, record)).toBe(name)
})
