import {describe, expect, it} from 'vitest'
import {
  ALARM_ROUTES_LIMIT,
  type AlarmRoute,
  alarmRoutesFrom,
  isRouted,
  openingOf,
  type RouteHours,
  targetOf,
} from '../../../contract/rules/alarmRoutes'
import type {Json} from '../../../contract/wire/common'

const MINUTE = 60_000
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const TO = {emails: ['noc@works.test']}

const only = (value: Json): AlarmRoute => {
  const [route] = alarmRoutesFrom([value]).routes
  if (route === undefined) throw new Error('There is no route')
  return route
}

describe('routes of alarms', () => {
  it('are read as they are written', () => {
    const value = {
      name: ' Night ',
      to: {emails: ['NOC@works.test', 'noc@works.test'], webhook: {url: 'https://hooks.test/a?b', secret: SECRET}},
      severities: ['critical'],
      kinds: ['silence'],
      labels: ['hall 1'],
      types: ['pump', 'fan'],
      hours: {days: [6, 7], from: '22:00', until: '06:00', zone: 'Europe/Berlin'},
      escalations: [{after: 15, to: {emails: ['boss@works.test']}}],
      repeat: 240,
    }

    expect(alarmRoutesFrom([value])).toEqual({
      routes: [
        {
          name: 'Night',
          to: {emails: ['noc@works.test'], webhook: {url: 'https://hooks.test/a?b', secret: SECRET}},
          severities: ['critical'],
          kinds: ['silence'],
          labels: ['hall 1'],
          types: ['pump', 'fan'],
          hours: {
            schedule: {days: [6, 7], from: 22 * 60, until: 6 * 60, since: null, through: null},
            zone: 'Europe/Berlin',
          },
          escalations: [{after: 15 * MINUTE, to: {emails: ['boss@works.test'], webhook: null}}],
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
    ['name', {to: TO}],
    ['name', {name: 'x'.repeat(256), to: TO}],
    ['nobody', {name: 'a', to: {}}],
    ['nobody', {name: 'a'}],
    ['emails', {name: 'a', to: {emails: ['noc@works.test', 'no address', 'a@b, c@d', 'a@b\r\nBcc: c@d', 7]}}],
    ['webhook', {name: 'a', to: {...TO, webhook: {url: 'file:///etc/passwd', secret: SECRET}}}],
    ['webhook', {name: 'a', to: {...TO, webhook: {url: 'https://user:password@hooks.test', secret: SECRET}}}],
    ['webhook', {name: 'a', to: {...TO, webhook: 'https://hooks.test'}}],
    ['secret', {name: 'a', to: {...TO, webhook: {url: 'https://hooks.test', secret: 'short'}}}],
    ['severities', {name: 'a', to: TO, severities: ['critical', 'dreadful']}],
    ['kinds', {name: 'a', to: TO, kinds: 'value'}],
    ['labels', {name: 'a', to: TO, labels: [7]}],
    ['types', {name: 'a', to: TO, types: {}}],
    ['hours', {name: 'a', to: TO, hours: {from: '8:00', zone: 'UTC'}}],
    ['hours', {name: 'a', to: TO, hours: {from: '08:00', until: '18:00', zone: 'Mars/Olympus'}}],
    ['hours', {name: 'a', to: TO, hours: {from: '08:00', until: '18:00'}}],
    ['escalations', {name: 'a', to: TO, escalations: [{after: 0, to: TO}]}],
    ['escalations', {name: 'a', to: TO, escalations: [{after: 5}]}],
    ['repeat', {name: 'a', to: TO, repeat: 'often'}],
    ['many', {name: 'a', to: {emails: Array.from({length: 21}, (_, index) => `noc${index}@works.test`)}}],
  ])('tell the fault %s, and are applied without it', (fault, value) => {
    const {routes, faults} = alarmRoutesFrom([{name: 'Other', to: TO}, value])

    expect(new Set(faults.map(({fault}) => fault))).toContain(fault)
    expect(routes).toHaveLength(fault === 'shape' || fault === 'nobody' ? 1 : 2)
    const [, route] = routes
    expect(route === undefined || (route.severities ?? []).every(severity => severity === 'critical')).toBe(true)
  })

  it('of one name are told apart by their place', () => {
    const {routes, faults} = alarmRoutesFrom([
      {name: 'Noc', to: TO},
      {name: 'Noc', to: TO},
    ])

    expect(routes.map(({name}) => name)).toEqual(['Noc', '#2'])
    expect(faults).toEqual([{route: '#2', fault: 'name'}])
  })

  it('are no more than can be served', () => {
    const {routes, faults} = alarmRoutesFrom(
      Array.from({length: ALARM_ROUTES_LIMIT + 5}, (_, index) => ({name: `${index}`, to: TO})),
    )

    expect(routes).toHaveLength(ALARM_ROUTES_LIMIT)
    expect(faults).toEqual([{route: '#51', fault: 'many'}])
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
  ])('tells of the alarm: %s with %j', (isTold, filters) => {
    expect(isRouted(only({name: 'Noc', to: TO, ...filters}), alarm)).toBe(isTold)
  })

  it('names others in each escalation, and nobody where there is none', () => {
    const boss = {emails: ['boss@works.test'], webhook: null}
    const route = only({name: 'Noc', to: TO, escalations: [{after: 5, to: {emails: ['boss@works.test']}}]})

    expect([0, 1, 2].map(step => targetOf(route, step))).toEqual([
      {...TO, webhook: null},
      boss,
      {emails: [], webhook: null},
    ])
    expect(targetOf(undefined, 0)).toEqual({emails: [], webhook: null})
  })
})

describe('the hours of a route', () => {
  const hours = (value: Json): RouteHours => {
    const {hours} = only({name: 'Noc', to: TO, hours: value})
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
