import {Subject} from 'rxjs'
import {describe, expect, it} from 'vitest'
import {createActor, fromCallback, fromEventObservable} from 'xstate'
import type {MaintenanceReceived, TitledPeriod} from '../../../src/domain/maintenance'
import type {DeviceFacts, FactsQuestion} from '../../../src/domain/telemetry/devices/deviceFacts'
import type {Reading} from '../../../src/domain/telemetry/readings/reading'
import {NO_SERIES} from '../../../src/domain/telemetry/series/series'
import type {SmallChartId} from '../../../src/domain/telemetry/series/smallChart'
import type {RawRange} from '../../../src/domain/timeRange/timeRange'
import type {SmallChartsCommand, SmallChartsEvent, SmallChartsInput} from '../../../src/machines/telemetry/detail'
import {USER} from '../../support/user'
import {createCalls} from '../calls'
import {FACTS, quietDetail} from '../quietDetail'

const RANGE: RawRange = {from: 'now-1h', to: 'now'}
const reading = (value: Reading['value'], ts = 10): Reading => ({value, ts, receivedAt: ts})
const READINGS = new Map([
  [
    'd',
    new Map([
      ['n', reading(1)],
      ['b', reading(true)],
      ['t', reading('x')],
    ]),
  ],
])

const PERIODS: readonly TitledPeriod[] = [
  {
    organisationId: 'plant',
    title: 'Filters',
    target: {kind: 'device', value: 'd'},
    startsAt: 0,
    endsAt: 60_000,
  },
]

function createDetail() {
  const asked: Subject<MaintenanceReceived>[] = []
  const facts = createCalls<DeviceFacts, FactsQuestion>()
  const polls: (readonly SmallChartId[])[] = []
  const refreshes: unknown[] = []
  let say: (event: SmallChartsEvent) => void = () => {}
  const detail = createActor(
    quietDetail.provide({
      actors: {
        loadFacts: facts.logic,
        maintenance: fromEventObservable(() => {
          const received = new Subject<MaintenanceReceived>()
          asked.push(received)
          return received
        }),
        smallCharts: fromCallback<SmallChartsCommand, SmallChartsInput>(({input, sendBack, receive}) => {
          polls.push(input.requested)
          say = sendBack
          receive(command =>
            command.type === 'smallCharts.requested' ? polls.push(command.charts) : refreshes.push(1),
          )
        }),
      },
    }),
    {input: {user: USER, zone: 'UTC', now: 0}},
  ).start()
  const show = (deviceId: string | null, range: RawRange = RANGE) => detail.send({type: 'view.shown', deviceId, range})
  const state = () => detail.getSnapshot().value
  const context = () => detail.getSnapshot().context
  return {detail, facts, asked, polls, refreshes, say: (event: SmallChartsEvent) => say(event), show, state, context}
}

const received = (deviceId: string, key: string): SmallChartsEvent => ({
  type: 'sparkline.received',
  deviceId,
  key,
  series: {...NO_SERIES, points: [{ts: 5, value: 2}]},
})

describe('the maintenance', () => {
  it('is that of the device and the range that are shown, and of none before', () => {
    const {asked, show, context} = createDetail()
    show('d')
    asked[0]?.next({type: 'maintenance.received', periods: PERIODS})
    expect(context().maintenance).toBe(PERIODS)
    show('d', {from: 'now-2h', to: 'now'})
    expect([asked.map(({observed}) => observed), context().maintenance]).toEqual([[false, true], []])
    show(null)
    expect(asked.map(({observed}) => observed)).toEqual([false, false])
  })
})

describe('the facts', () => {
  it('are loaded once for a device, and its notes are handed on', async () => {
    const {detail, facts, show, state, context} = createDetail()
    expect(state()).toMatchObject({facts: 'none', charts: 'none', maintenance: 'none'})
    show('d')
    show('d', {from: 'now-2h', to: 'now'})
    expect(facts.asked).toEqual([{deviceId: 'd', authority: USER.authority}])
    await facts.answer({...FACTS, customer: 'Harbour'})
    expect([state(), context().facts?.customer]).toMatchObject([{facts: 'shown', charts: 'fetching'}, 'Harbour'])
    expect(detail.getSnapshot().children.annotations?.getSnapshot().value).toBe('shown')
    show('e')
    expect([state(), context().facts]).toMatchObject([{facts: 'loading', charts: 'fetching'}, null])
    expect(detail.getSnapshot().children.annotations?.getSnapshot().value).toBe('unread')
  })

  it('that could not be loaded are asked for again on demand and after a lost link', async () => {
    const {detail, facts, show} = createDetail()
    show('d')
    await facts.fail()
    detail.send({type: 'retry.requested'})
    await facts.fail()
    detail.send({type: 'telemetry.resumed'})
    expect(facts.asked).toHaveLength(3)
  })
})

describe('the small charts', () => {
  it('are requested in view alone, as soon as it is known that they hold no text', () => {
    const {detail, polls, show} = createDetail()
    show('d')
    detail.send({type: 'cards.shown', keys: ['b', 't']})
    detail.send({type: 'readings.changed', readings: READINGS, at: 20})
    expect(polls).toEqual([[], [], [{deviceId: 'd', key: 'b', kind: 'boolean'}]])
  })

  it('keep what has come, add what arrives, and begin anew with another range', () => {
    const {detail, say, show, context} = createDetail()
    show('d')
    detail.send({type: 'readings.changed', readings: READINGS, at: 20})
    say(received('d', 'n'))
    say(received('other', 'b'))
    expect([...context().charts].map(([key, {recent}]) => [key, recent])).toEqual([['n', [{ts: 10, value: 1}]]])
    show('d', {from: 'now-2h', to: 'now'})
    expect(context().charts.size).toBe(0)
  })

  it('say why one of them is missing, and are fetched again after a lost link', () => {
    const {detail, say, refreshes, show, context} = createDetail()
    show('d')
    say({type: 'sparkline.missed', deviceId: 'd', key: 'n', error: new Error('away')})
    expect(context().charts.get('n')?.failure).toBe('The points could not be loaded.')
    detail.send({type: 'telemetry.resumed'})
    expect(refreshes).toEqual([1])
  })
})
