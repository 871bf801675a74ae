import {Subject} from 'rxjs'
import {describe, expect, it, vi} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import type {Offer} from '../../../contract/wire/capabilities'
import {LIVE, type LinkState, OFFLINE} from '../../../src/domain/link'
import {type PlaysAnswer, type PlaysQuestion, playsMachine} from '../../../src/machines/media/plays'
import {PULSEWALL} from '../../support/offer'
import {createCalls} from '../calls'

const DAY = 86_400_000
const MINUTE = 60_000
const ANSWER: PlaysAnswer = {plays: [], range: {start: 10 * DAY, end: 17 * DAY - 1}, readAt: 17 * DAY, isCut: false}

function createPlays() {
  const answers = createCalls<PlaysAnswer, PlaysQuestion>()
  const files = createCalls<void, PlaysQuestion>()
  const links = new Subject<{type: 'link.changed'; link: LinkState; offer: Offer | null}>()
  const plays = createActor(
    playsMachine.provide({
      actors: {
        linkChanges: fromEventObservable(() => links),
        loadPlays: answers.logic,
        saveFile: files.logic,
      },
    }),
    {input: {organisationId: 'o1', zone: 'UTC'}},
  ).start()
  return {
    answers,
    files,
    send: plays.send,
    connect: (link: LinkState = LIVE) => links.next({type: 'link.changed', link, offer: PULSEWALL}),
    now: () => {
      const {value, context} = plays.getSnapshot()
      return [value, context.message]
    },
    ranges: () => answers.asked.map(({range}) => range),
  }
}

describe('the proof of play', () => {
  it('is that of the last week, until another range is chosen', async () => {
    const {answers, connect, now, send, ranges} = createPlays()
    send({type: 'range.chosen', range: {from: 'now-1d', to: 'now'}})
    expect(now()).toEqual(['awaitingServer', null])
    connect()
    expect(now()).toEqual(['loading', null])
    await answers.answer(ANSWER)
    expect(now()).toEqual([{loaded: 'idle'}, null])
    send({type: 'range.chosen', range: {from: 'now/d', to: 'now'}})
    expect(ranges()).toEqual([
      {from: 'now-7d', to: 'now'},
      {from: 'now/d', to: 'now'},
    ])
  })

  it('that can’t be read is asked for on demand, and when the link is back', async () => {
    const {answers, connect, now, send} = createPlays()
    connect(OFFLINE)
    connect()
    await answers.fail()
    expect(now()).toEqual(['failed', 'What the screens have played could not be loaded.'])
    send({type: 'retry.requested'})
    expect(now()).toEqual(['loading', null])
    await answers.fail()
    connect(OFFLINE)
    connect()
    expect(now()[0]).toBe('loading')
  })

  it('is read again every minute while it follows now, and after a failure', async () => {
    vi.useFakeTimers()
    const {answers, connect, now, send} = createPlays()
    connect()
    await answers.fail()
    vi.advanceTimersByTime(MINUTE)
    expect(now()[0]).toBe('loading')
    await answers.answer(ANSWER)
    vi.advanceTimersByTime(MINUTE)
    expect(now()[0]).toBe('loading')
    await answers.answer(ANSWER)
    send({type: 'range.chosen', range: {from: 3 * DAY, to: 10 * DAY - 1}})
    await answers.answer(ANSWER)
    vi.advanceTimersByTime(MINUTE)
    expect(now()[0]).toEqual({loaded: 'idle'})
    vi.useRealTimers()
  })

  it('is saved as a file, once at a time', async () => {
    const {answers, files, connect, now, send} = createPlays()
    connect()
    await answers.answer(ANSWER)
    send({type: 'file.requested'})
    send({type: 'file.requested'})
    expect([now()[0], files.asked.length]).toEqual([{loaded: 'saving'}, 1])
    await files.fail()
    expect(now()).toEqual([{loaded: 'idle'}, 'The file could not be saved.'])
    send({type: 'file.requested'})
    await files.answer()
    expect(now()).toEqual([{loaded: 'idle'}, null])
  })
})
