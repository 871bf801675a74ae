import {NEVER, Subject} from 'rxjs'
import {describe, expect, it} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import type {SeriesStatistics, StatisticsEvent} from '../../../src/domain/telemetry/series/seriesStatistics'
import {type TilesQuestion, tilesMachine} from '../../../src/machines/telemetry/tiles'
import {statesOf} from '../adjacency'
import {createCalls} from '../calls'

const NOON = Date.UTC(2026, 0, 14, 12)
const PERIOD = 10 * 60_000
const question = {deviceId: 'd', key: 'k', zone: 'Europe/Berlin', offer: null}
const statistics = (sum: number, at?: number): SeriesStatistics => ({
  ...(at !== undefined && {at}),
  lastHour: {sum, events: 0, average: sum, min: sum, max: sum},
  today: null,
  yesterday: null,
  thisWeek: null,
  lastWeek: null,
})

function createTilesActor() {
  const news = new Subject<StatisticsEvent>()
  const askedFor: unknown[] = []
  const calls = createCalls<SeriesStatistics, TilesQuestion>()
  const logged: unknown[] = []
  const tiles = createActor(
    tilesMachine.provide({
      actors: {
        statisticsEvents: fromEventObservable(({input}) => {
          askedFor.push(input)
          return news
        }),
        loadStatistics: calls.logic,
      },
      actions: {logFailure: (_, {error}) => logged.push(error)},
    }),
    {input: question},
  ).start()
  const comeDue = () => news.next({type: 'statistics.due'})
  const arrive = (statistics: SeriesStatistics) => news.next({type: 'statistics.arrived', statistics})
  const state = () => [tiles.getSnapshot().value, tiles.getSnapshot().context.statistics]
  return {tiles, news, askedFor, calls, logged, comeDue, arrive, state}
}

describe('the tiles', () => {
  it('show the statistics of their device and key', async () => {
    const {calls, askedFor, state} = createTilesActor()
    expect(state()).toEqual(['loading', null])
    await calls.answer(statistics(1))
    expect(state()).toEqual([{shown: 'idle'}, statistics(1)])
    expect([calls.asked, askedFor]).toMatchObject([[question], [question]])
  })

  it('are asked for again when they are due', async () => {
    const {calls, comeDue, state} = createTilesActor()
    await calls.answer(statistics(1))
    comeDue()
    expect(state()).toEqual([{shown: 'refreshing'}, statistics(1)])
    await calls.answer(statistics(2))
    expect(state()).toEqual([{shown: 'idle'}, statistics(2)])
  })

  it('are shown as they are pushed, and not asked for', async () => {
    const {calls, arrive, state} = createTilesActor()
    await calls.answer(statistics(1))
    arrive(statistics(2))
    expect([...state(), calls.asked.length]).toEqual([{shown: 'idle'}, statistics(2), 1])
  })

  it.each(['loading', 'refreshing', 'retrying'])(
    'that arrive while others are %s count, and no answer after them',
    async when => {
      const {calls, comeDue, arrive, state} = createTilesActor()
      if (when === 'refreshing') await calls.answer(statistics(1, NOON - PERIOD))
      if (when === 'retrying') await calls.fail()
      if (when !== 'loading') comeDue()
      arrive(statistics(2, NOON))
      expect(state()).toEqual([{shown: 'idle'}, statistics(2, NOON)])
      await calls.answer(statistics(3, NOON))
      expect(state()).toEqual([{shown: 'idle'}, statistics(2, NOON)])
    },
  )

  it('are not replaced by those that a newer answer has overtaken, pushed or asked for', async () => {
    const {calls, comeDue, arrive, state} = createTilesActor()
    await calls.answer(statistics(1, NOON))
    arrive(statistics(2, NOON - 1))
    expect(state()).toEqual([{shown: 'idle'}, statistics(1, NOON)])
    comeDue()
    arrive(statistics(2, NOON - 1))
    expect(state()).toEqual([{shown: 'refreshing'}, statistics(1, NOON)])
    await calls.answer(statistics(3, NOON - 1))
    expect(state()).toEqual([{shown: 'idle'}, statistics(1, NOON)])
  })

  it('are replaced by those of a server whose clock was set back', async () => {
    const {calls, arrive, state} = createTilesActor()
    await calls.answer(statistics(1, NOON))
    arrive(statistics(2, NOON - PERIOD))
    expect(state()).toEqual([{shown: 'idle'}, statistics(2, NOON - PERIOD)])
  })

  it('are not asked for twice at a time, and not for a link that is back while they are shown', async () => {
    const {tiles, calls, comeDue} = createTilesActor()
    comeDue()
    await calls.answer(statistics(1))
    tiles.send({type: 'refresh.requested'})
    expect(calls.asked).toHaveLength(1)
    comeDue()
    comeDue()
    expect(calls.asked).toHaveLength(2)
  })

  it('hide when they can’t be had, and log it', async () => {
    const {calls, logged, state} = createTilesActor()
    await calls.fail()
    expect([...state(), logged]).toEqual([{hidden: 'idle'}, null, [new Error('away')]])
  })

  it('hide when they can’t be refreshed', async () => {
    const {calls, comeDue, state} = createTilesActor()
    await calls.answer(statistics(1))
    comeDue()
    await calls.fail()
    expect(state()).toEqual([{hidden: 'idle'}, null])
  })

  it('while hidden are tried again when they are due, and when the link is back, and are shown when they arrive', async () => {
    const {tiles, calls, comeDue, arrive, state} = createTilesActor()
    await calls.fail()
    expect(state()).toEqual([{hidden: 'idle'}, null])
    comeDue()
    expect(state()).toEqual([{hidden: 'retrying'}, null])
    await calls.fail()
    tiles.send({type: 'refresh.requested'})
    await calls.answer(statistics(3))
    expect(state()).toEqual([{shown: 'idle'}, statistics(3)])
    comeDue()
    await calls.fail()
    arrive(statistics(4))
    expect(state()).toEqual([{shown: 'idle'}, statistics(4)])
  })

  it('outlive news that break', async () => {
    const {tiles, news, calls, state} = createTilesActor()
    news.error(new Error('broken'))
    await calls.answer(statistics(1))
    expect([tiles.getSnapshot().status, ...state()]).toEqual(['active', {shown: 'idle'}, statistics(1)])
  })

  it('reach every state', () => {
    const machine = tilesMachine.provide({
      actors: {
        statisticsEvents: fromEventObservable<StatisticsEvent, TilesQuestion>(() => NEVER),
        loadStatistics: createCalls<SeriesStatistics, TilesQuestion>().logic,
      },
    })
    const done = ['loading', 'shown.refreshing', 'hidden.retrying'].map(state => ({
      type: `xstate.done.actor.0.tiles.${state}`,
      output: statistics(1),
    }))
    const failed = ['loading', 'shown.refreshing', 'hidden.retrying'].map(state => ({
      type: `xstate.error.actor.0.tiles.${state}`,
      error: new Error('away'),
    }))
    const news = [{type: 'statistics.due'}, {type: 'statistics.arrived', statistics: statistics(1)}]
    expect(statesOf(machine, [...news, ...done, ...failed], question)).toEqual([
      'hidden.idle',
      'hidden.retrying',
      'loading',
      'shown.idle',
      'shown.refreshing',
    ])
  })
})
