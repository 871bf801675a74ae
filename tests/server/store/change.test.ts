import {describe, expect, it} from 'vitest'
import {HttpError} from '../../../server/http/failures/errors'
import {changeable, changedFields, changedValues} from '../../../server/store/change'

describe('a change', () => {
  const row = {id: '7', version: 3}

  it.each([undefined, 3])('finds its row at the version %s', version => {
    expect(changeable('asset', row, version)).toBe(row)
  })

  it('is refused when there is no row', () => {
    expect(() => changeable('asset', undefined, 3)).toThrow(new HttpError(404, 'Asset not found.'))
  })

  it.each([2, 4])('is refused at the version %s', version => {
    expect(() => changeable('asset', row, version)).toThrow(
      new HttpError(409, 'Somebody else has changed this asset meanwhile.'),
    )
  })
})

describe('the changed fields', () => {
  const before = {_id: '7', name: 'Hall', label: null, additional_info: {floor: 2, tags: ['a']}}

  it.each([
    [{name: 'Hall', label: null}, []],
    [{name: 'Yard'}, ['name']],
    [{name: undefined}, []],
    [{label: ''}, ['label']],
    [{additional_info: {tags: ['a'], floor: 2}}, []],
    [{additional_info: {floor: 2, tags: []}, label: 'x'}, ['additional_info', 'label']],
    [{parent_id: null}, ['parent_id']],
  ])('of %j are %j', (change, fields) => {
    expect(changedFields(before, change)).toEqual(fields)
  })
})

describe('the changed values', () => {
  it('are told before and after, and nothing of the fields that stayed', () => {
    const before = {name: 'Hall', floor: 1, open: true, label: 'x', kept: 'k'}
    const after = {name: 'Yard', floor: 2, open: false, label: null, kept: 'k'}
    expect(changedValues(before, after, ['name', 'floor', 'open', 'label'])).toEqual({
      name: {before: 'Hall', after: 'Yard'},
      floor: {before: 1, after: 2},
      open: {before: true, after: false},
      label: {before: 'x', after: null},
    })
  })

  it.each(['password', 'accessToken', 'client_secret', 'credentials_id', 'passwordHash'])('leave out %s', field => {
    expect(changedValues({[field]: 'a'}, {[field]: 'b'}, [field])).toEqual({})
  })

  it('leave out JSON, in which anything can be', () => {
    expect(changedValues({info: {key: 'a'}}, {info: null}, ['info'])).toEqual({})
  })

  it('are cut between characters when they are long', () => {
    expect(changedValues({name: 'a'}, {name: '🌊'.repeat(300)}, ['name'])).toEqual({
      name: {before: 'a', after: `${'🌊'.repeat(99)}…`},
    })
  })
})
