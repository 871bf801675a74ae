import {describe, expect, it} from 'vitest'
import {
  ALARM_ROUTES_LIMIT,
  type AlarmRoute,
  alarmRoutesFrom,
  isRouted,
  openingOf,
  type RouteHours,
  targetsOf,
} from '../../../contract/rules/alarmRoutes'
import type {Json} from '../../../contract/wire/common'

const MINUTE = 60_000
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const NOC = {kind: 'email', address: 'noc@works.test'}
const TARGETS = [NOC]

const only = (value: Json): AlarmRoute => {
  const [route] = alarmRoutesFrom([value]).routes
  if (route === undefined) throw new Error('There is no route')
  return route
}

describe('routes of alarms', () => {
  it('are read as they are written', () => {
    const value = {
      name: ' Night ',
      targets: [
        {kind: 'email', address: ' NOC@works.test'},
        NOC,
        {kind: 'webhook', url: 'https://hooks.test/a?b', secret: SECRET},
      ],
      severities: ['critical'],
      kinds: ['silence'],
      labels: ['hall 1'],
      types: ['pump', 'fan'],
      hours: {days: [6, 7], from: '22:00', until: '06:00', zone: 'Europe/Berlin'},
      escalations: [{after: 15, targets: [{kind: 'email', address: 'boss@works.test'}]}],
      repeat: 240,
    }

    expect(alarmRoutesFrom([value])).toEqual({
      routes: [
        {
          name: 'Night',
          targets: [NOC, {kind: 'webhook', url: 'https://hooks.test/a?b', secret: SECRET}],
          severities: ['critical'],
          kinds: ['silence'],
          labels: ['hall 1'],
          types: ['pump', 'fan'],
          hours: {
            schedule: {days: [6, 7], from: 22 * 60, until: 6 * 60, since: null, through: null},
            zone: 'Europe/Berlin',
          },
          escalations: [{after: 15 * MINUTE, targets: [{kind: 'email', address: 'boss@works.test'}]}],
          repeat: 240 * MINUTE,
        },
      ],
      faults: [],
    })
  })

  it.each([undefined, null, []])('are none in %j', value => {
    expect(alarmRoutesFrom(value)).toEqual({routes: [], faults: []})
  })

  it.each(['text', 7, {name: 'Noc'}])('can not be read from %j', value => {
    expect(alarmRoutesFrom(value)).toEqual({routes: [], faults: [{route: '', fault: 'shape'}]})
  })

  it.each<[string, Json]>([
    ['shape', 'text'],
    ['name', {targets: TARGETS}],
    ['name', {name: 'x'.repeat(256), targets: TARGETS}],
    ['nobody', {name: 'a', targets: []}],
    ['nobody', {name: 'a'}],
    ['nobody', {name: 'a', targets: 'noc@works.test'}],
    ['shape', {name: 'a', targets: [NOC, {kind: 'pigeon', address: 'noc@works.test'}]}],
    ['emails', {name: 'a', targets: [NOC, {kind: 'email', address: 'no address'}]}],
    ['emails', {name: 'a', targets: [NOC, {kind: 'email', address: 'a@b, c@d'}]}],
    ['emails', {name: 'a', targets: [NOC, {kind: 'email', address: 'a@b\r\nBcc: c@d'}]}],
    ['emails', {name: 'a', targets: [NOC, {kind: 'email', address: 7}]}],
    ['webhook', {name: 'a', targets: [NOC, {kind: 'webhook', url: 'file:///etc/passwd', secret: SECRET}]}],
    [
      'webhook',
      {name: 'a', targets: [NOC, {kind: 'webhook', url: 'https://user:password@hooks.test', secret: SECRET}]},
    ],
    ['webhook', {name: 'a', targets: [NOC, {kind: 'webhook'}]}],
    ['secret', {name: 'a', targets: [NOC, {kind: 'webhook', url: 'https://hooks.test', secret: 'short'}]}],
    ['severities', {name: 'a', targets: TARGETS, severities: ['critical', 'dreadful']}],
    ['kinds', {name: 'a', targets: TARGETS, kinds: 'value'}],
    ['labels', {name: 'a', targets: TARGETS, labels: [7]}],
    ['types', {name: 'a', targets: TARGETS, types: {}}],
    ['hours', {name: 'a', targets: TARGETS, hours: {from: '8:00', zone: 'UTC'}}],
    ['hours', {name: 'a', targets: TARGETS, hours: {from: '08:00', until: '18:00', zone: 'Mars/Olympus'}}],
    ['hours', {name: 'a', targets: TARGETS, hours: {from: '08:00', until: '18:00'}}],
    ['hours', {name: 'a', targets: TARGETS, hours: {from: '08:00', days: [], zone: 'UTC'}}],
    ['escalations', {name: 'a', targets: TARGETS, escalations: [{after: 0, targets: TARGETS}]}],
    ['escalations', {name: 'a', targets: TARGETS, escalations: [{after: 5}]}],
    ['repeat', {name: 'a', targets: TARGETS, repeat: 'often'}],
    [
      'many',
      {
        name: 'a',
        targets: Array.from({length: 21}, (_, index) => ({kind: 'email', address: `noc${index}@works.test`})),
      },
    ],
    [
      'many',
      {name: 'a', targets: [1, 2].map(n => ({kind: 'webhook', url: `https://hooks.test/${n}`, secret: SECRET}))},
    ],
  ])('tell the fault %s, and are applied without it', (fault, value) => {
    const {routes, faults} = alarmRoutesFrom([{name: 'Other', targets: TARGETS}, value])

    expect(new Set(faults.map(({fault}) => fault))).toContain(fault)
    expect(routes).toHaveLength(typeof value === 'string' || fault === 'nobody' ? 1 : 2)
    const [, route] = routes
    expect(route === undefined || (route.severities ?? []).every(severity => severity === 'critical')).toBe(true)
  })

  it('of one name are told apart by their place', () => {
    const {routes, faults} = alarmRoutesFrom([
      {name: 'Noc', targets: TARGETS},
      {name: 'Noc', targets: TARGETS},
    ])

    expect(routes.map(({name}) => name)).toEqual(['Noc', '#2'])
    expect(faults).toEqual([{route: '#2', fault: 'name'}])
  })

  it('are no more than can be served', () => {
    const {routes, faults} = alarmRoutesFrom(
      Array.from({length: ALARM_ROUTES_LIMIT + 5}, (_, index) => ({name: `${index}`, targets: TARGETS})),
    )

    expect(routes).toHaveLength(ALARM_ROUTES_LIMIT)
    expect(faults).toEqual([{route: '#51', fault: 'many'}])
  })
})

describe('routes in the former shape', () => {
  const WEBHOOK = {url: 'https://hooks.test/a?b', secret: SECRET}
  const TO = {emails: ['noc@works.test']}

  it('name the same targets as in the present one', () => {
    const to = {emails: [' NOC@works.test', 'noc@works.test'], webhook: WEBHOOK}
    const targets = [NOC, {kind: 'webhook', ...WEBHOOK}]

    expect(alarmRoutesFrom([{name: 'Noc', to, escalations: [{after: 15, to: TO}]}])).toEqual(
      alarmRoutesFrom([{name: 'Noc', targets, escalations: [{after: 15, targets: TARGETS}]}]),
    )
    expect(only({name: 'Noc', to}).targets).toEqual(targets)
  })

  it('have the targets of the present one, where they have both', () => {
    expect(only({name: 'Noc', to: {emails: ['former@works.test']}, targets: TARGETS}).targets).toEqual(TARGETS)
  })

  it.each<[string, Json]>([
    ['shape', 'noc@works.test'],
    ['nobody', {}],
    ['emails', {emails: ['noc@works.test', 'no address', 'a@b, c@d', 'a@b\r\nBcc: c@d', 7]}],
    ['emails', {emails: 'noc@works.test'}],
    ['webhook', {...TO, webhook: {...WEBHOOK, url: 'file:///etc/passwd'}}],
    ['webhook', {...TO, webhook: 'https://hooks.test'}],
    ['secret', {...TO, webhook: {...WEBHOOK, secret: 'short'}}],
    ['many', {emails: Array.from({length: 21}, (_, index) => `noc${index}@works.test`)}],
  ])('tell the fault %s of %j', (fault, to) => {
    const {faults} = alarmRoutesFrom([{name: 'Noc', to}])

    expect(new Set(faults.map(({fault}) => fault))).toContain(fault)
  })
})

describe('a route', () => {
  const alarm = {severity: 'critical', kind: 'value', label: 'hall 1', type: null} as const

  it.each<[boolean, Record<string, Json>]>([
    [true, {}],
    [true, {severities: ['critical'], kinds: ['value'], labels: ['hall 1', 'hall 2']}],
    [false, {severities: ['warning']}],
    [false, {kinds: ['silence']}],
    [false, {labels: ['hall 2']}],
    [false, {types: ['pump']}],
  ])('tells of the alarm: %s with %j', (isNotified, filters) => {
    expect(isRouted(only({name: 'Noc', targets: TARGETS, ...filters}), alarm)).toBe(isNotified)
  })

  it('names others in each escalation, and nobody where there is none', () => {
    const boss = [{kind: 'email', address: 'boss@works.test'}]
    const route = only({name: 'Noc', targets: TARGETS, escalations: [{after: 5, targets: boss}]})

    expect([0, 1, 2].map(step => targetsOf(route, step))).toEqual([TARGETS, boss, []])
    expect(targetsOf(undefined, 0)).toEqual([])
  })
})

describe('the hours of a route', () => {
  const hours = (value: Json): RouteHours => {
    const {hours} = only({name: 'Noc', targets: TARGETS, hours: value})
    if (hours === null) throw new Error('There are no hours')
    return hours
  }
  const night = hours({from: '22:00', until: '06:00', zone: 'Europe/Berlin'})
  const gap = hours({from: '02:30', until: '05:00', zone: 'Europe/Berlin'})
  const work = hours({days: [1, 2, 3, 4, 5], from: '08:20', until: '18:00', zone: 'America/New_York'})
  const india = hours({from: '09:00', until: '17:00', zone: 'Asia/Kolkata'})

  it.each([
    ['are open', night, '2026-11-23T22:30:00+01:00', '2026-11-23T22:30:00+01:00'],
    ['are open beyond midnight', night, '2026-11-24T05:59:59+01:00', '2026-11-24T05:59:59+01:00'],
    ['begin in the evening', night, '2026-11-24T06:00:00+01:00', '2026-11-24T22:00:00+01:00'],
    ['begin an hour earlier by UTC in summer', night, '2026-06-24T06:00:00+02:00', '2026-06-24T22:00:00+02:00'],
    ['end later by the clock that was put back', night, '2026-10-25T05:30:00+01:00', '2026-10-25T05:30:00+01:00'],
    ['last over the hour that comes twice', night, '2026-10-25T02:30:00+01:00', '2026-10-25T02:30:00+01:00'],
    ['begin when the clock jumps over their beginning', gap, '2026-03-29T01:00:00+01:00', '2026-03-29T03:00:00+02:00'],
    ['begin at the minute', work, '2026-11-23T08:19:30-05:00', '2026-11-23T08:20:00-05:00'],
    ['wait for Monday', work, '2026-11-20T18:00:00-05:00', '2026-11-23T08:20:00-05:00'],
    ['wait for Monday over the change of clocks', work, '2026-10-30T18:00:00-04:00', '2026-11-02T08:20:00-05:00'],
    ['know half hours', india, '2026-11-23T00:00:00Z', '2026-11-23T03:30:00Z'],
  ])('%s', (_, hours, at, opening) => {
    expect(openingOf(hours, Date.parse(at))).toBe(Date.parse(opening))
  })

  it('are always open when there are none', () => {
    expect(openingOf(null, 7)).toBe(7)
  })

  it('never open when their days are over', () => {
    const past = hours({from: '08:00', until: '09:00', through: '2020-01-01', zone: 'UTC'})

    expect(openingOf(past, Date.UTC(2026, 10, 23))).toBeNull()
  })
})
