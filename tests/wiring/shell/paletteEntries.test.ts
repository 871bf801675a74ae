import {describe, expect, it} from 'vitest'
import type {Offer} from '../../../contract/wire/capabilities'
import {alarmEntries, placeEntries} from '../../../src/wiring/shell/paletteEntries'
import {alarm, occurrence} from '../../machines/alarms/alarm'
import {PULSEWALL} from '../../support/offer'

const found = (offered: Offer | null) =>
  placeEntries({authority: 'ORGANISATION_ADMIN'}, offered).flatMap(({id}) =>
    id.startsWith('page:/alarms') ? [id] : [],
  )

describe('the pages of the alarms', () => {
  it.each<[Offer | null, string[]]>([
    [
      PULSEWALL,
      ['', '/shift', '/report', '/availability', '/maintenance', '/on-call'].map(path => `page:/alarms${path}`),
    ],
    ['specified', []],
  ])('are found as %j is offered', (offered, pages) => expect(found(offered)).toEqual(pages))
})

it('an active alarm is found by its device, the most urgent first, and is opened beside the list', () => {
  const entries = alarmEntries([
    alarm('a1', {severity: 'warning', occurrence: occurrence({severity: 'warning'})}),
    alarm('a2', {deviceName: 'Pump', deviceLabel: 'Hall 2'}),
  ])
  expect(entries.map(({label, detail, action}) => [label, detail, action])).toEqual([
    ['Pump · temperature', 'Critical · Hall 2', {type: 'go', to: '/alarms?standing=active&peek=a2'}],
    ['Boiler · temperature', 'Warning', {type: 'go', to: '/alarms?standing=active&peek=a1'}],
  ])
})

it('what is most unusual is found on a server that judges what is usual', () => {
  const isFound = (offered: Offer | null) =>
    placeEntries({authority: 'ORGANISATION_ADMIN'}, offered).some(({label}) => label === 'Most unusual now')
  expect([isFound(PULSEWALL), isFound('specified')]).toEqual([true, false])
})

describe('the pages of settings', () => {
  const found = (authority: string, offered: Offer) =>
    placeEntries({authority}, offered).flatMap(({id}) => (id.startsWith('page:/settings/') ? [id.slice(15)] : []))

  it('are found by who may open them', () => {
    const tasks = ['thresholds', 'units', 'notifications', 'zone', 'walls', 'keys']
    expect(found('ORGANISATION_ADMIN', PULSEWALL)).toEqual([...tasks, 'audit'])
    expect([found('CUSTOMER_ADMIN', PULSEWALL), found('CUSTOMER_USER', PULSEWALL)]).toEqual([[], []])
  })

  it('that need additions are not found on a server without them', () =>
    expect(found('ORGANISATION_ADMIN', 'specified')).toEqual(['thresholds', 'units']))
})

it('who is on call is found by those alone who may read it', () => {
  const isFound = (authority: string) =>
    placeEntries({authority}, PULSEWALL).some(({id}) => id === 'page:/alarms/on-call')
  expect([isFound('ORGANISATION_ADMIN'), isFound('CUSTOMER_ADMIN'), isFound('CUSTOMER_USER')]).toEqual([
    true,
    false,
    false,
  ])
})
