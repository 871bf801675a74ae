import {describe, expect, it} from 'vitest'
import {
  type AuditEntry,
  type AuditFilter,
  actionText,
  auditFilter,
  deletedIds,
  detailText,
  EVERYTHING,
  idOf,
  linkedEntity,
  namesIn,
  searchFromAuditFilter,
} from '../../src/domain/audit'
import {auditEntry} from '../support/auditEntry'

describe('what is looked for in the audit trail', () => {
  it.each<[string, Partial<AuditFilter>]>([
    ['', {}],
    ['?entityType=device&entityId=d1', {entityType: 'device', entityId: 'd1'}],
    ['?userId=u1&action=user.created', {userId: 'u1', action: 'user.created'}],
    [
      '?from=2026-01-01T00%3A00%3A00.000Z&to=2026-01-02T00%3A00%3A00.000Z',
      {from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 2)},
    ],
  ])('stands in the address: %s', (search, filter) => {
    expect([auditFilter(search), searchFromAuditFilter({...EVERYTHING, ...filter})]).toEqual([
      {...EVERYTHING, ...filter},
      search,
    ])
  })

  it('takes epoch ms and leaves out what is not understood', () => {
    expect(auditFilter('?from=86400000&to=yesterday&entityType=planet&action=x.y&entityId=%20d1%20&other=1')).toEqual({
      ...EVERYTHING,
      from: 86_400_000,
      entityId: 'd1',
    })
  })
})

describe('the names in the entries', () => {
  const entries = [
    auditEntry({userId: 'u1', email: 'new@works.test', entityId: null, entityName: null}),
    auditEntry({userId: 'u1', email: 'old@works.test', entityId: 'd1', entityName: 'Pump'}),
    auditEntry({userId: null, email: 'nobody@works.test', entityId: 'd2', entityName: null}),
  ]

  it('are the newest for each id', () => {
    expect([namesIn(entries, 'userId'), namesIn(entries, 'entityId')]).toEqual([
      new Map([['u1', 'new@works.test']]),
      new Map([['d1', 'Pump']]),
    ])
  })

  it('lead to the id, and what is no name is one itself', () => {
    const names = namesIn(entries, 'entityId')
    expect([idOf(names, 'Pump'), idOf(names, 'd7')]).toEqual(['d1', 'd7'])
  })
})

describe('the words of an entry', () => {
  it.each([
    ['device.created', 'Device created'],
    ['organisation.updated', 'Organisation changed'],
    ['password.resetRequested', 'New password requested'],
    ['something.newer', 'something.newer'],
  ])('%s reads %s', (action, text) => {
    expect(actionText(action)).toBe(text)
  })

  it.each([
    [null, ''],
    [{}, ''],
    [{fields: ['name', 'label']}, 'name, label'],
    [
      {
        fields: ['name', 'label', 'data'],
        changes: {name: {before: 'a', after: 'b'}, label: {before: null, after: 'c'}},
      },
      'name: a → b, label: – → c, data',
    ],
    [{fields: ['name'], version: 3}, 'name'],
    [{created: 200, refused: 3}, 'created: 200, refused: 3'],
    [{key: 'level', scope: 'server'}, 'key: level, scope: server'],
    [{isNew: false, more: {deep: null}}, 'isNew: false, more: {"deep":null}'],
  ])('%j reads %s', (detail, text) => {
    expect(detailText(detail)).toBe(text)
  })
})

describe('the entity of an entry', () => {
  const NONE: ReadonlySet<string> = new Set()

  it('is linked where it has a page', () => {
    expect(linkedEntity(auditEntry(), NONE)).toEqual({kind: 'device', id: 'd1'})
  })

  it.each([[{entityType: null}], [{entityId: null}], [{entityType: 'planet'}]])(
    'is not linked without one: %j',
    values => {
      expect(linkedEntity(auditEntry(values), NONE)).toBeNull()
    },
  )

  it('is not linked once it was deleted, by itself or with its organisation', () => {
    const gone = deletedIds([
      auditEntry({action: 'device.deleted', entityId: 'd1'}),
      auditEntry({action: 'organisation.deleted', entityType: 'organisation', entityId: 'o2', organisationId: 'o2'}),
      auditEntry({action: 'user.deleted', entityType: 'user', entityId: 'u7'}),
    ])
    const linked = (values: Partial<AuditEntry>) => linkedEntity(auditEntry(values), gone)
    expect([
      linked({}),
      linked({entityId: 'd2', organisationId: 'o2'}),
      linked({entityId: 'd3'}),
      linked({entityType: 'user', entityId: 'u7'}),
    ]).toEqual([null, null, {kind: 'device', id: 'd3'}, {kind: 'user', id: 'u7'}])
  })
})
