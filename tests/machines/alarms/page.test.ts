import {Subject} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import type {Offer} from '../../../contract/wire/capabilities'
import type {AlarmHistory} from '../../../src/domain/alarms/history'
import type {Failure} from '../../../src/domain/failure'
import {LIVE, type LinkState, OFFLINE} from '../../../src/domain/link'
import {alarmPageMachine} from '../../../src/machines/alarms/page'
import type {LinkChanged} from '../../../src/machines/connectivity'
import {PULSEWALL} from '../../support/offer'
import {createCalls} from '../calls'
import {alarm, silent} from './alarm'

const HISTORY: AlarmHistory = {alarm: alarm('a'), journal: [], next: 'older', occurrences: []}

beforeEach(() => {
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']})
})
afterEach(() => {
  vi.useRealTimers()
})

function createPage() {
  const links = new Subject<LinkChanged>()
  const histories = createCalls<AlarmHistory, {id: string}>()
  const older = createCalls<Pick<AlarmHistory, 'journal' | 'next'>, {id: string; cursor: string | null}>()
  const page = createActor(
    alarmPageMachine.provide({
      actors: {
        linkChanges: fromEventObservable(() => links),
        clock: silent(),
        alarmEvents: silent(),
        polls: silent(),
        loadHistory: histories.logic,
        loadOlder: older.logic,
      },
    }),
    {input: {id: 'a', now: 5000}},
  ).start()
  return {
    page,
    histories,
    older,
    connect: (link: LinkState = LIVE, offer: Offer | null = PULSEWALL) =>
      links.next({type: 'link.changed', link, offer}),
    now: () => page.getSnapshot().value,
  }
}

async function openPage() {
  const opened = createPage()
  opened.connect()
  await opened.histories.answer(HISTORY)
  return opened
}

const refused = (status: number): Error & Failure =>
  Object.assign(new Error('refused'), {kind: 'refused' as const, status, serverMessage: null})

describe('the page of an alarm', () => {
  it.each([
    ['notFound', 404],
    ['failed', 500],
  ])('is %s when the server answers %d', async (state, status) => {
    const {connect, histories, now, page} = createPage()
    connect()
    await histories.fail(refused(status))
    expect(now()).toBe(state)
    page.send({type: 'retry.requested'})
    expect(now()).toBe(state === 'failed' ? 'loading' : state)
  })

  it('that has no link at first is loaded with it', () => {
    const {connect, now} = createPage()
    connect(OFFLINE)
    expect(now()).toBe('failed')
    connect()
    expect(now()).toBe('loading')
  })

  it('is outdated at once when the answer comes after the loss of the link', async () => {
    const {page, connect, histories} = createPage()
    connect()
    page.send({type: 'clock.ticked', at: 5000})
    connect(OFFLINE)
    await histories.answer(HISTORY)
    expect(page.getSnapshot().context).toMatchObject({history: HISTORY, outdatedSince: 5000})
  })

  it('shows news at once, and reads the history once for a storm of them', async () => {
    const {page, histories, now} = await openPage()
    page.send({type: 'alarms.changed', alarms: [alarm('other', {version: 9})]})
    expect(now()).toMatchObject({shown: 'current'})
    for (const version of [2, 3, 4])
      page.send({type: 'alarms.changed', alarms: [alarm('a', {state: 'acknowledged', version})]})
    expect(page.getSnapshot().context.history?.alarm).toMatchObject({state: 'acknowledged', version: 4})
    expect(now()).toMatchObject({shown: 'pausing'})
    vi.advanceTimersByTime(1000)
    expect([now(), histories.asked.length]).toMatchObject([{shown: 'reading'}, 2])
    await histories.answer({...HISTORY, alarm: alarm('a', {state: 'acknowledged', version: 4})})
    expect(now()).toMatchObject({shown: 'current'})
  })

  it('adds what is older', async () => {
    const {page, older, now} = await openPage()
    page.send({type: 'older.requested'})
    await older.answer({journal: [], next: null})
    expect([now(), older.asked]).toMatchObject([{shown: 'current'}, [{id: 'a', cursor: 'older'}]])
    page.send({type: 'older.requested'})
    expect(now()).toMatchObject({shown: 'current'})
  })

  it('is read again when the link is back, and keeps what it has when that fails', async () => {
    const {page, connect, histories, now} = await openPage()
    page.send({type: 'clock.ticked', at: 5000})
    connect(OFFLINE)
    expect(page.getSnapshot().context.outdatedSince).toBe(5000)
    connect()
    await histories.fail()
    expect([now(), page.getSnapshot().context]).toMatchObject([
      {shown: 'missed'},
      {outdatedSince: 5000, history: HISTORY},
    ])
    page.send({type: 'retry.requested'})
    await histories.answer(HISTORY)
    expect([now(), page.getSnapshot().context]).toMatchObject([{shown: 'current'}, {outdatedSince: null}])
  })

  it('is read again when devices have moved, and says that it is out of reach', async () => {
    const {page, histories, now} = await openPage()
    page.send({type: 'alarms.moved'})
    expect(now()).toMatchObject({shown: 'reading'})
    await histories.fail(refused(404))
    expect(now()).toBe('notFound')
    page.send({type: 'alarms.moved'})
    await histories.answer(HISTORY)
    expect(now()).toMatchObject({shown: 'current'})
  })
})
