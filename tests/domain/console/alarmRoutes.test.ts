import {describe, expect, it} from 'vitest'
import {alarmRoutesFrom} from '../../../contract/rules/alarmRoutes'
import type {Json} from '../../../contract/wire/common'
import {
  EMPTY_ESCALATION,
  emptyRoute,
  type RouteDraft,
  type RouteProblems,
  routeDraft,
  routeProblems,
  writtenRoute,
} from '../../../src/domain/console/alarmRoutes/draft'
import {
  holdsNoRoutes,
  isUnchanged,
  routeRows,
  routesWith,
  routesWithout,
} from '../../../src/domain/console/alarmRoutes/rows'
import type {Attribute} from '../../../src/domain/console/attribute'

const SECRET = 'a secret that signs what is sent'
const ZONE = 'Europe/Berlin'
const attribute = (value: Json): Attribute => ({
  scope: 1,
  key: 'alarmRoutes',
  value: {type: 'json', value},
  updatedAt: 1,
  version: 1,
})
const NOC = {name: 'Noc', targets: [{kind: 'email', address: 'noc@works.test'}]}
const BOSS = {name: 'Boss', targets: [{kind: 'email', address: 'boss@works.test'}]}
const draft = (changes: Partial<RouteDraft> = {}): RouteDraft => ({
  ...emptyRoute(ZONE),
  name: 'Noc',
  emails: 'noc@works.test',
  ...changes,
})

describe('the routes that are written', () => {
  it('are listed in their order, each with what of it can’t be applied', () => {
    const json = [NOC, {...NOC, repeat: 'often'}, {to: {}}, 'nonsense']
    expect(routeRows(attribute(json)).map(({name, route, faults}) => [name, route !== null, faults])).toEqual([
      ['Noc', true, []],
      ['#2', true, ['repeat', 'name']],
      ['#3', false, ['name', 'nobody']],
      ['#4', false, ['shape']],
    ])
  })

  it('have the names by which the server knows them', () => {
    const json = [NOC, NOC, {targets: [{kind: 'email', address: 'a@b'}]}]
    expect(routeRows(attribute(json)).map(({name}) => name)).toEqual(alarmRoutesFrom(json).routes.map(({name}) => name))
  })

  it('are none where there is no attribute, or one that holds something else', () => {
    expect([routeRows(null), routeRows(attribute({})), holdsNoRoutes(null), holdsNoRoutes(attribute({}))]).toEqual([
      [],
      [],
      false,
      true,
    ])
  })

  it('stay as they are but for the one that is changed, wherever that stands now', () => {
    const [, boss] = routeRows(attribute([NOC, BOSS]))
    const others = attribute([BOSS, 'nonsense'])
    if (boss === undefined) throw new Error('there are two')
    expect(isUnchanged(others, 'Boss', boss)).toBe(true)
    expect(routesWith(others, boss, NOC).value).toEqual([NOC, 'nonsense'])
    expect(routesWithout(others, boss).value).toEqual(['nonsense'])
    expect(routesWith(others, null, NOC).value).toEqual([BOSS, 'nonsense', NOC])
    expect(isUnchanged(attribute([{...BOSS, repeat: 5}]), 'Boss', boss)).toBe(false)
    expect([isUnchanged(others, 'Boss', null), isUnchanged(others, 'Noc', null)]).toEqual([false, true])
  })
})

describe('the form of a route', () => {
  it.each<[string, Json]>([
    ['addresses alone', NOC],
    [
      'everything',
      {
        name: 'Night',
        targets: [
          {kind: 'email', address: 'a@works.test'},
          {kind: 'email', address: 'b@works.test'},
          {kind: 'webhook', url: 'https://works.test/hook', secret: SECRET},
        ],
        severities: ['critical'],
        kinds: ['silence'],
        labels: ['hall', 'yard'],
        types: ['pump'],
        hours: {from: '22:00', until: '06:00', days: [1, 2, 3, 4, 5], zone: ZONE, since: '2026-11-01'},
        escalations: [{after: 15, targets: [{kind: 'email', address: 'boss@works.test'}]}],
        repeat: 60,
      },
    ],
  ])('shows %s, and writes it as it was', (_, json) => {
    const [row] = routeRows(attribute([json]))
    if (row === undefined) throw new Error('there is one')
    expect(writtenRoute(routeDraft(row, 'UTC'), row.route)).toEqual(json)
  })

  it('writes targets of the former shape as a list', () => {
    const to = {emails: ['a@works.test'], webhook: {url: 'https://works.test/hook', secret: SECRET}}
    const [row] = routeRows(attribute([{name: 'Night', to, escalations: [{after: 15, to}]}]))
    if (row === undefined) throw new Error('there is one')
    const targets = [
      {kind: 'email', address: 'a@works.test'},
      {kind: 'webhook', ...to.webhook},
    ]
    expect(writtenRoute(routeDraft(row, 'UTC'), row.route)).toEqual({
      name: 'Night',
      targets,
      escalations: [{after: 15, targets}],
    })
  })

  it('takes addresses apart by commas, blanks and lines', () => {
    expect(writtenRoute(draft({emails: ' a@works.test, b@works.test\nc@works.test '}), null)).toEqual({
      name: 'Noc',
      targets: ['a@works.test', 'b@works.test', 'c@works.test'].map(address => ({kind: 'email', address})),
    })
  })

  it.each<[Partial<RouteDraft>, RouteProblems]>([
    [{}, {}],
    [{name: ' '}, {name: 'Name is required.'}],
    [{name: 'Boss'}, {name: 'Another route has this name.'}],
    [{emails: ''}, {emails: 'Name at least one email address or a webhook.'}],
    [{emails: 'noc'}, {emails: 'These are no email addresses: noc'}],
    [{emails: 'noc@works.test, noc'}, {emails: 'These are no email addresses: noc'}],
    [{url: 'works.test', secret: SECRET}, {url: 'This is no address of the web, such as https://example.com/alarms.'}],
    [{emails: '', url: 'https://works.test', secret: 'short'}, {secret: 'A secret has at least 16 characters.'}],
    [{emails: '', url: 'https://works.test', secret: SECRET}, {}],
    [{isAlways: false}, {from: 'Set from when until when, such as 22:00, or on which days, and the time zone.'}],
    [{isAlways: false, from: '08:00', until: '18:00'}, {}],
    [{isAlways: false, from: '8:00', until: ' 18:00'}, {}],
    [
      {isAlways: false, from: '10 pm'},
      {from: 'Set from when until when, such as 22:00, or on which days, and the time zone.'},
    ],
    [{isAlways: false, days: [6, 7]}, {}],
    [{repeat: '0'}, {repeat: 'Minutes from 1 to 44,640, which is a month.'}],
    [{repeat: 'soon'}, {repeat: 'Minutes from 1 to 44,640, which is a month.'}],
    [{emails: '', escalations: [{...EMPTY_ESCALATION, emails: 'boss@works.test'}]}, {}],
    [{escalations: [EMPTY_ESCALATION]}, {'emails-0': 'Name at least one email address or a webhook.'}],
    [
      {
        escalations: [
          {...EMPTY_ESCALATION, emails: 'boss@works.test'},
          {...EMPTY_ESCALATION, after: '', emails: 'boss', url: 'https://works.test', secret: 'short'},
        ],
      },
      {
        'after-1': 'Minutes from 1 to 44,640, which is a month.',
        'emails-1': 'These are no email addresses: boss',
        'secret-1': 'A secret has at least 16 characters.',
      },
    ],
  ])('%j has these problems: %j', (changes, problems) => {
    expect(routeProblems(draft(changes), ['Boss'])).toEqual(problems)
  })
})
