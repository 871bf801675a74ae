import {describe, expect, it} from 'vitest'
import {customers} from '../../../../src/domain/console/records/customers'
import {assets} from '../../../../src/domain/console/records/descriptions'
import {devices} from '../../../../src/domain/console/records/devices'
import {draftOf} from '../../../../src/domain/console/records/draft'
import {organisations} from '../../../../src/domain/console/records/organisations'
import {problemsOf, requiredText} from '../../../../src/domain/console/records/problems'
import {users} from '../../../../src/domain/console/records/users'
import {DELETED_USER, HARBOUR, recordOf} from './examples'

describe('what a new one lacks', () => {
  it.each([
    [
      organisations,
      {title: 'Title is required.', email: 'Email is required.', phone: 'Phone is required.'},
      'Title, Email, and Phone are required.',
    ],
    [devices, {name: 'Name is required.'}, 'Device name is required.'],
    [assets, {name: 'Name is required.', label: 'Label is required.'}, 'Name and label are required.'],
    [users, {email: 'Email is required.', password: 'Password is required.'}, null],
    [customers, {email: 'Email is required.'}, null],
  ])('is told at each field, and in the words of the kind (%#)', (description, problems, text) => {
    const empty = draftOf(description, null)
    expect(problemsOf(description, empty, null)).toEqual(problems)
    expect(requiredText(description, empty, null)).toBe(text)
  })

  it('counts blanks as nothing', () => {
    const draft = {...draftOf(devices, null), name: ' \t '}
    expect(problemsOf(devices, draft, null)).toEqual({name: 'Name is required.'})
    expect(requiredText(devices, draft, null)).toBe('Device name is required.')
  })

  it('is nothing once the required fields are filled', () => {
    const draft = {...draftOf(organisations, null), title: 'Harbour', email: 'a@b.test', phone: '1'}
    expect([problemsOf(organisations, draft, null), requiredText(organisations, draft, null)]).toEqual([{}, null])
  })
})

describe('the shape of what is typed', () => {
  const complete = {...draftOf(organisations, null), title: 'Harbour', email: 'a@b.test', phone: '1'}

  it.each([
    [{email: 'office'}, {email: 'This is not an email address.'}],
    [{email: ' office@häfen.test '}, {}],
    [{title: 'x'.repeat(255)}, {}],
    [{title: 'x'.repeat(256)}, {title: 'At most 255 characters.'}],
    [{title: '<script>alert(1)</script>'}, {}],
    [{title: '\u202eabc'}, {}],
    [{city: 'Bo\u0007nn'}, {city: 'Line breaks, tabs and other control characters can’t be stored.'}],
    [{retentionDays: ' 90 '}, {}],
    [{retentionDays: '36500'}, {}],
    [{retentionDays: '0'}, {retentionDays: 'This is not a whole number of days from 1 to 36,500.'}],
    [{retentionDays: '1.5'}, {retentionDays: 'This is not a whole number of days from 1 to 36,500.'}],
    [{additionalInfo: 'a plain text'}, {}],
    [{additionalInfo: ' {"a": [1, 2]} '}, {}],
    [{additionalInfo: '{"a": '}, {additionalInfo: 'This is no valid JSON. A plain text must not begin with { or [.'}],
    [{additionalInfo: 'x'.repeat(10_001)}, {additionalInfo: 'At most 10,000 characters.'}],
    [{additionalInfo: `${'['.repeat(19)}${']'.repeat(19)}`}, {}],
    [
      {additionalInfo: `${'['.repeat(20)}${']'.repeat(20)}`},
      {additionalInfo: 'JSON may be nested 19 levels deep at most.'},
    ],
    [
      {additionalInfo: `${'['.repeat(100_000)}${']'.repeat(100_000)}`},
      {additionalInfo: 'JSON may be nested 19 levels deep at most.'},
    ],
  ])('%# has its problems', (typed, problems) => {
    expect(problemsOf(organisations, {...complete, ...typed}, null)).toEqual(problems)
  })

  it.each([
    ['1234567', {password: 'Use at least 8 characters.'}],
    ['        ', {}],
    ['x'.repeat(257), {password: 'Use at most 256 characters.'}],
  ])('a password is not trimmed (%#)', (password, problems) => {
    expect(problemsOf(users, {...draftOf(users, null), email: 'a@b.test', password}, null)).toEqual(problems)
  })
})

describe('an edit', () => {
  it('need not mend what it leaves as it is', () => {
    const sparse = recordOf({title: 'Harbour', email: 'not an address'})
    const draft = {...draftOf(organisations, sparse), city: 'Hamburg'}
    expect([problemsOf(organisations, draft, sparse), requiredText(organisations, draft, sparse)]).toEqual([{}, null])
  })

  it('may not empty what is required', () => {
    const draft = {...draftOf(organisations, HARBOUR), title: ''}
    expect(problemsOf(organisations, draft, HARBOUR)).toEqual({title: 'Title is required.'})
    expect(requiredText(organisations, draft, HARBOUR)).toBe('Title, Email, and Phone are required.')
  })

  it('leaves the password as it is, but not that of a deleted user who is restored', () => {
    const opened = draftOf(users, DELETED_USER)
    const restored = {...opened, userDeleted: false}
    expect(problemsOf(users, opened, DELETED_USER)).toEqual({})
    expect(problemsOf(users, restored, DELETED_USER)).toEqual({
      password: 'Password is required when restoring a deleted user.',
    })
    expect(problemsOf(users, {...restored, password: 'a fine new one'}, DELETED_USER)).toEqual({})
  })
})
