import {act, cleanup, screen, within} from '@testing-library/react'
import {concat, NEVER, type Observable, of, Subject} from 'rxjs'
import {afterEach, describe, expect, it} from 'vitest'
import {fromEventObservable, fromPromise} from 'xstate'
import type {Offer} from '../../../contract/wire/capabilities'
import type {Health} from '../../../src/domain/console/health'
import {LIVE, type LinkState, OFFLINE} from '../../../src/domain/link'
import type {LinkChanged} from '../../../src/machines/connectivity'
import {organisationHealthMachine} from '../../../src/machines/console/organisation/organisationHealth'
import type {ClockEvent} from '../../../src/streams/clock'
import {linkOffering} from '../../machines/quietLink'
import {auditEntry} from '../../support/auditEntry'
import {PULSEWALL} from '../../support/offer'
import {HARBOUR, openConsole} from './consoleOnScreen'

afterEach(cleanup)

const NOON = Date.UTC(2026, 5, 1, 12)
const HEALTH: Health = {
  at: NOON,
  devices: {fresh: 1200, late: 3, never: 1, newest: {id: 'd1', name: 'Boiler', lastSeen: NOON - 3000}},
  recent: [
    auditEntry({id: 'a2', at: NOON - 120_000}),
    auditEntry({id: 'a1', at: NOON - 7_200_000, email: null, userId: null, action: 'session.refused', entityId: null}),
  ],
}

async function openOverview({link = LIVE, offer = PULSEWALL, health = HEALTH}: Partial<Offered> = {}) {
  const organisationHealth = organisationHealthMachine.provide({
    actors: {
      linkChanges: fromEventObservable(
        (): Observable<LinkChanged> => concat(of({type: 'link.changed' as const, link, offer}), NEVER),
      ),
      load: fromPromise(async () => health),
    },
  })
  const clock = new Subject<ClockEvent>()
  let now = NOON
  const page = await openConsole('/organisation/o1', [HARBOUR], {organisationHealth}, undefined, {
    link: linkOffering(offer).provide({actors: {clock: fromEventObservable(() => clock)}}),
    now: () => now,
  })
  await act(async () => {})
  const clockIs = (at: number) =>
    act(async () => {
      now = at
      clock.next({type: 'clock.ticked', at})
    })
  return {...page, clockIs}
}

interface Offered {
  link: LinkState
  offer: Offer
  health: Health
}

const panel = (name: string) => within(screen.getByRole('region', {name}))
const linksOf = (name: string) =>
  panel(name)
    .queryAllByRole('link')
    .map(link => [link.textContent, link.getAttribute('href')])

describe('the overview of an organisation', () => {
  it('counts the devices by status, each a way to just these', async () => {
    await openOverview()
    const at = '/sys_admin/organisation/o1?tab=devices&filter=status%3A'
    expect(linksOf('Devices')).toEqual([
      ['1,200 fresh', `${at}fresh`],
      ['3 late', `${at}late`],
      ['1 never', `${at}never`],
      ['Boiler', '/sys_admin/device/d1'],
    ])
    panel('Devices').getByText('Last value', {exact: false})
    panel('Devices').getByText('3 s ago')
  })

  it('knows nothing of devices that were heard of while the link is down', async () => {
    await openOverview({link: OFFLINE})
    expect(linksOf('Devices').map(([text]) => text)).toEqual(['1,203 link down', '1 never', 'Boiler'])
  })

  it('says what was done last, by whom and how long ago', async () => {
    await openOverview()
    expect(
      panel('Recent activity')
        .getAllByRole('listitem')
        .map(item => item.textContent),
    ).toEqual(['Device changed Pumpada@works.test · 2 min ago', 'Sign-in refused not signed in · 2 h ago'])
    expect(linksOf('Recent activity')[0]).toEqual(['Audit trail', '/sys_admin/audit?organisationId=o1'])
  })

  it('lets the ages of the last value and of what was done go on without a new answer', async () => {
    const {clockIs} = await openOverview()
    panel('Devices').getByText('3 s ago')
    await clockIs(NOON + 34_000)
    panel('Devices').getByText('37 s ago')
    await clockIs(NOON + 120_000)
    panel('Recent activity').getByText('4 min ago')
  })

  it('counts what belongs to the organisation, each a way to its list', async () => {
    await openOverview()
    const at = '/sys_admin/organisation/o1'
    expect(linksOf('Settings').filter(([, to]) => to?.includes('?tab='))).toEqual([
      ['Users2', `${at}?tab=users`],
      ['Customers1', `${at}?tab=customers`],
      ['Devices3', `${at}?tab=devices`],
      ['Assets0', `${at}?tab=assets`],
    ])
  })

  it('leaves out what needs additions on a server of the specified calls', async () => {
    await openOverview({offer: 'specified'})
    expect(['Devices', 'Recent activity'].map(name => screen.queryByRole('region', {name}))).toEqual([null, null])
    expect(screen.getByText('Organisation profile ID')).toBeTruthy()
  })

  it('says that nothing has happened yet', async () => {
    const devices = {fresh: 0, late: 0, never: 0, newest: null}
    await openOverview({health: {at: NOON, devices, recent: []}})
    panel('Devices').getByText('No device has sent a value yet.')
    panel('Recent activity').getByText('Nothing has been done here yet.')
  })
})
