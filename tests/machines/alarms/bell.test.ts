import {NEVER, Subject} from 'rxjs'
import {describe, expect, it} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import type {Offer} from '../../../contract/wire/capabilities'
import type {AlarmCounts} from '../../../src/domain/alarm'
import {LIVE, type LinkState, OFFLINE, POLLING} from '../../../src/domain/link'
import {type BellInput, bellMachine, type NotificationRight} from '../../../src/machines/alarms/bell'
import type {LinkChanged} from '../../../src/machines/connectivity'
import {PULSEWALL} from '../../support/offer'
import {createCalls} from '../calls'
import {alarm, silent} from './alarm'

const COUNTS: AlarmCounts = {
  unacknowledged: {warning: 2, critical: 1},
  active: {warning: 2, critical: 1},
  shelved: 0,
  outOfService: 0,
}

function createBell(input: Partial<BellInput> = {}) {
  const links = new Subject<LinkChanged>()
  const counted: boolean[] = []
  const done: string[] = []
  const rights = createCalls<NotificationRight, unknown>()
  const touches = new Subject<{type: 'page.touched'}>()
  const bell = createActor(
    bellMachine.provide({
      actors: {
        linkChanges: fromEventObservable(() => links),
        alarmEvents: silent(),
        alarmCounts: fromEventObservable(({input: {isPushed}}) => {
          counted.push(isPushed)
          return NEVER
        }),
        pageTouch: fromEventObservable(() => touches),
        askToNotify: rights.logic,
      },
      actions: {
        storeSound: (_, {sound}) => done.push(`kept ${sound}`),
        ring: () => done.push('rang'),
        notify: (_, {calls}) => done.push(`notified of ${calls.map(({id}) => id).join()}`),
      },
    }),
    {input: {since: 500, sound: 'on', right: 'unasked', ...input}},
  ).start()
  return {
    bell,
    counted,
    done,
    rights,
    touch: () => touches.next({type: 'page.touched'}),
    connect: (link: LinkState = LIVE, offer: Offer | null = PULSEWALL) =>
      links.next({type: 'link.changed', link, offer}),
    now: () => bell.getSnapshot().value,
  }
}

describe('the bell', () => {
  it('counts as soon as the link is up, and keeps the counts while it is down', () => {
    const {bell, connect, counted, now} = createBell()
    expect(now()).toMatchObject({counting: 'awaitingLink'})
    connect()
    bell.send({type: 'alarms.counted', counts: COUNTS})
    expect([now(), bell.getSnapshot().context.counts]).toMatchObject([{counting: {current: 'counted'}}, COUNTS])
    bell.send({type: 'alarms.uncounted'})
    expect(now()).toMatchObject({counting: {current: 'missed'}})
    connect(OFFLINE)
    expect([now(), bell.getSnapshot().context.counts]).toMatchObject([{counting: 'awaitingLink'}, COUNTS])
    connect(POLLING)
    expect(counted).toEqual([true, false])
  })

  it('takes what was counted before the link was lost for old until it has counted again', () => {
    const {bell, connect, now} = createBell()
    connect()
    expect(now()).toMatchObject({counting: {current: 'reading'}})
    bell.send({type: 'alarms.counted', counts: COUNTS})
    connect(OFFLINE)
    connect()
    expect([now(), bell.getSnapshot().context.counts]).toMatchObject([{counting: {current: 'reading'}}, COUNTS])
    bell.send({type: 'alarms.counted', counts: COUNTS})
    expect(now()).toMatchObject({counting: {current: 'counted'}})
  })

  it('rings once for each alarm that becomes critical, when the page was touched', () => {
    const {bell, connect, done, now, touch} = createBell()
    connect()
    bell.send({type: 'alarms.changed', alarms: [alarm('a')]})
    expect([now(), done]).toMatchObject([{sound: 'awaitingTouch'}, []])
    touch()
    bell.send({type: 'alarms.changed', alarms: [alarm('a')]})
    bell.send({type: 'alarms.changed', alarms: [alarm('b'), alarm('c')]})
    bell.send({type: 'alarms.changed', alarms: [alarm('d', {severity: 'warning'})]})
    expect(done).toEqual(['rang'])
  })

  it('is muted by a switch that is remembered', () => {
    const {bell, done, now} = createBell({sound: 'muted'})
    expect(now()).toMatchObject({sound: 'muted'})
    bell.send({type: 'sound.switched'})
    bell.send({type: 'alarms.changed', alarms: [alarm('a')]})
    bell.send({type: 'sound.switched'})
    bell.send({type: 'alarms.changed', alarms: [alarm('b')]})
    expect(done).toEqual(['kept on', 'rang', 'kept muted'])
    const untouched = createBell()
    untouched.bell.send({type: 'sound.switched'})
    expect(untouched.now()).toMatchObject({sound: 'muted'})
  })

  it.each<[NotificationRight, string, string[]]>([
    ['allowed', 'allowed', ['notified of a']],
    ['refused', 'refused', []],
    ['unasked', 'unasked', []],
  ])('asks for notifications, and is %s', async (right, state, notified) => {
    const {bell, done, now, rights} = createBell()
    bell.send({type: 'notifications.requested'})
    expect(now()).toMatchObject({notifications: 'asking'})
    await rights.answer(right)
    bell.send({type: 'alarms.changed', alarms: [alarm('a')]})
    expect([now(), done]).toMatchObject([{notifications: state}, notified])
  })

  it('takes a question that fails for a refusal', async () => {
    const {bell, now, rights} = createBell()
    bell.send({type: 'notifications.requested'})
    await rights.fail()
    expect(now()).toMatchObject({notifications: 'refused'})
    expect(createBell({right: 'allowed'}).now()).toMatchObject({notifications: 'allowed'})
  })
})
