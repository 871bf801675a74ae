import {NEVER, Subject} from 'rxjs'
import {describe, expect, it} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import type {DerivedStatistics} from '../../../src/domain/telemetry/derivedStatistics'
import type {MinuteTicked} from '../../../src/domain/telemetry/windows'
import {type TilesQuestion, tilesMachine} from '../../../src/machines/telemetry/tiles'
import {statesOf} from '../adjacency'
import {createCalls} from '../calls'

const question = {deviceId: 'd', key: 'k', zone: 'Europe/Berlin', capabilities: {}}
const statistics = (sum: number): DerivedStatistics => ({
  lastHour: {sum, events: 0, average: sum, min: sum, max: sum},
  today: null,
  yesterday: null,
  thisWeek: null,
  lastWeek: null,
})

function createTilesActor() {
  const ticks = new Subject<MinuteTicked>()
  const calls = createCalls<DerivedStatistics, TilesQuestion>()
  const logged: unknown[] = []
  const tiles = createActor(
    tilesMachine.provide({
      actors: {minuteTicks: fromEventObservable(() => ticks), loadStatistics: calls.logic},
      actions: {logFailure: (_, {error}) => logged.push(error)},
    }),
    {input: question},
  ).start()
  const tick = (time: string) => ticks.next({type: 'minute.ticked', at: Date.parse(`2026-01-14T${time}Z`)})
  const state = () => [tiles.getSnapshot().value, tiles.getSnapshot().context.statistics]
  return {tiles, ticks, calls, logged, tick, state}
}

describe('the tiles', () => {
  it('show the statistics of their device and key', async () => {
    const {calls, state} = createTilesActor()
    expect(state()).toEqual(['loading', null])
    await calls.answer(statistics(1))
    expect(state()).toEqual([{shown: 'idle'}, statistics(1)])
    expect(calls.asked).toMatchObject([question])
  })

  it('are asked for again only in minutes that are a multiple of ten', async () => {
    const {calls, tick, state} = createTilesActor()
    await calls.answer(statistics(1))
    for (const time of ['10:01:00', '10:09:59', '10:11:00', '10:25:00']) tick(time)
    expect(calls.asked).toHaveLength(1)
    tick('10:30:20')
    expect(state()).toEqual([{shown: 'refreshing'}, statistics(1)])
    await calls.answer(statistics(2))
    expect(state()).toEqual([{shown: 'idle'}, statistics(2)])
  })

  it('ignore ticks while they are loading or refreshing, and a refresh while they are shown', async () => {
    const {tiles, calls, tick} = createTilesActor()
    tick('10:10:00')
    await calls.answer(statistics(1))
    tiles.send({type: 'refresh.requested'})
    expect(calls.asked).toHaveLength(1)
    tick('10:20:00')
    tick('10:30:00')
    expect(calls.asked).toHaveLength(2)
  })

  it('hide when they can’t be had, and log it', async () => {
    const {calls, logged, state} = createTilesActor()
    await calls.fail()
    expect([...state(), logged]).toEqual([{hidden: 'idle'}, null, [new Error('away')]])
  })

  it('hide when they can’t be refreshed', async () => {
    const {calls, tick, state} = createTilesActor()
    await calls.answer(statistics(1))
    tick('10:10:00')
    await calls.fail()
    expect(state()).toEqual([{hidden: 'idle'}, null])
  })

  it('while hidden are tried again at the next tenth minute, and when the link is back', async () => {
    const {tiles, calls, tick, state} = createTilesActor()
    await calls.fail()
    tick('10:11:00')
    expect(state()).toEqual([{hidden: 'idle'}, null])
    tick('10:20:00')
    expect(state()).toEqual([{hidden: 'retrying'}, null])
    await calls.fail()
    tiles.send({type: 'refresh.requested'})
    await calls.answer(statistics(3))
    expect(state()).toEqual([{shown: 'idle'}, statistics(3)])
  })

  it('outlive a broken tick', async () => {
    const {tiles, ticks, calls, state} = createTilesActor()
    ticks.error(new Error('broken'))
    await calls.answer(statistics(1))
    expect([tiles.getSnapshot().status, ...state()]).toEqual(['active', {shown: 'idle'}, statistics(1)])
  })

  it('reach every state', () => {
    const machine = tilesMachine.provide({
      actors: {
        minuteTicks: fromEventObservable<MinuteTicked, void>(() => NEVER),
        loadStatistics: createCalls<DerivedStatistics, TilesQuestion>().logic,
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
    const tick = {type: 'minute.ticked', at: 0}
    expect(statesOf(machine, [tick, ...done, ...failed], question)).toEqual([
      'hidden.idle',
      'hidden.retrying',
      'loading',
      'shown.idle',
      'shown.refreshing',
    ])
  })
})
