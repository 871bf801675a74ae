import {describe, expect, it} from 'vitest'
import {type EventFromLogic, fromPromise} from 'xstate'
import type {RawRange} from '../../src/domain/timeRange/timeRange'
import {timeRangeMachine} from '../../src/machines/timeRange'
import {createCalls, settled} from './calls'
import {createParent} from './parent'

const NOW = Date.parse('2026-01-14T12:00:00Z')
const DAY = 86_400_000
const FOLLOWED = {
  range: {from: 'now-2d/d', to: 'now'},
  resolved: {start: NOW - 2.5 * DAY, end: NOW},
  now: NOW,
  zone: 'UTC',
  isTwelveHours: false,
} as const
const FIXED = {
  range: {from: NOW - DAY, to: NOW - 1},
  resolved: {start: NOW - DAY, end: NOW - 1},
  now: NOW,
  zone: 'UTC',
  isTwelveHours: false,
} as const

async function createOpenControl(shown: typeof FOLLOWED | typeof FIXED = FOLLOWED, recent: readonly RawRange[] = []) {
  const copies = createCalls<void, {text: string}>()
  const kept: (readonly RawRange[])[] = []
  const {child, heard} = createParent(
    timeRangeMachine.provide({
      actors: {
        loadRecent: fromPromise<readonly RawRange[]>(async () => recent),
        copyText: copies.logic,
        readCopied: fromPromise(() => Promise.reject(new Error('not allowed'))),
      },
      actions: {storeRecent: (_, params) => kept.push(params.recent)},
    }),
    undefined,
  )
  const send = (event: EventFromLogic<typeof timeRangeMachine>) => child.send(event)
  const state = () => JSON.stringify(child.getSnapshot().value)
  const context = () => child.getSnapshot().context
  send({type: 'opened', ...shown})
  await settled()
  return {send, state, context, heard, copies, kept}
}

const chosen = (range: RawRange) => [{type: 'range.chosen', range}]

describe('the control of a time range', () => {
  it('opens with the range on the clock, and with now where the end is always now', async () => {
    const {context} = await createOpenControl()
    expect([context().start, context().end]).toEqual(['2026-01-12 00:00:00', 'now'])
    const fixed = await createOpenControl(FIXED)
    expect([fixed.context().start, fixed.context().end]).toEqual(['2026-01-13 12:00:00', '2026-01-14 11:59:59'])
  })

  it('takes what is typed, and closes', async () => {
    const {send, state, heard} = await createOpenControl()
    send({type: 'text.typed', text: '5m'})
    send({type: 'text.entered'})
    expect([state(), heard]).toEqual(['"closed"', chosen({from: 'now-5m', to: 'now'})])
  })

  it('says why it refuses what is typed, until something else is typed', async () => {
    const {send, state, context, heard} = await createOpenControl()
    send({type: 'text.typed', text: 'soon'})
    send({type: 'text.entered'})
    expect([state(), context().problem, heard]).toEqual(['{"open":"idle"}', {field: 'text', kind: 'notUnderstood'}, []])
    send({type: 'text.typed', text: 'soo'})
    expect(context().problem).toBeNull()
    send({type: 'start.typed', text: '2026-01-20'})
    send({type: 'times.entered'})
    expect(context().problem).toEqual({field: 'times', kind: 'startAfterEnd'})
  })

  it('keeps the exact times of fields that are left as they are', async () => {
    const {send, heard} = await createOpenControl(FIXED)
    send({type: 'start.typed', text: '2026-01-13 10:00'})
    send({type: 'times.entered'})
    expect(heard).toEqual(chosen({from: NOW - (26 * DAY) / 24, to: NOW - 1}))
  })

  it('keeps a start that moves with the present only together with an end that does', async () => {
    const {send, heard} = await createOpenControl()
    send({type: 'times.entered'})
    expect(heard).toEqual(chosen(FOLLOWED.range))
    const other = await createOpenControl()
    other.send({type: 'end.typed', text: '2026-01-14 00:00'})
    other.send({type: 'times.entered'})
    expect(other.heard).toEqual(chosen({from: FOLLOWED.resolved.start, to: NOW - DAY / 2}))
  })

  it('offers and keeps the ranges chosen lately', async () => {
    const {context, send, kept, heard} = await createOpenControl(FOLLOWED, [FIXED.range])
    expect(context().recent).toEqual([FIXED.range])
    send({type: 'range.picked', range: {from: 1, to: 2}})
    expect([kept, heard]).toEqual([[[{from: 1, to: 2}, FIXED.range]], chosen({from: 1, to: 2})])
  })

  it('copies the raw range, and says whether it could', async () => {
    const {send, state, copies} = await createOpenControl()
    send({type: 'copy.requested'})
    expect(copies.asked).toEqual([{text: '{"from":"now-2d/d","to":"now"}'}])
    await copies.answer(undefined)
    expect(state()).toBe('{"open":"copied"}')
    send({type: 'copy.requested'})
    await copies.fail()
    expect(state()).toBe('{"open":"copyFailed"}')
  })

  it('stays open where the browser does not let it read what was copied', async () => {
    const {send, state} = await createOpenControl()
    send({type: 'paste.requested'})
    await settled()
    expect(state()).toBe('{"open":"pasteFailed"}')
    send({type: 'closed'})
    expect(state()).toBe('"closed"')
  })
})

describe('a pasted range', () => {
  async function paste(text: string) {
    const {child, heard} = createParent(
      timeRangeMachine.provide({
        actors: {
          loadRecent: fromPromise<readonly RawRange[]>(async () => []),
          readCopied: fromPromise(async () => text),
        },
        actions: {storeRecent: () => {}},
      }),
      undefined,
    )
    child.send({type: 'opened', ...FOLLOWED})
    child.send({type: 'paste.requested'})
    await settled()
    return {heard, context: child.getSnapshot().context, state: child.getSnapshot().value}
  }

  it('is chosen', async () => {
    const {heard, state} = await paste('http://wall/dashboard?device=x&from=now-7d&to=now-1d')
    expect([state, heard]).toEqual(['closed', chosen({from: 'now-7d', to: 'now-1d'})])
  })

  it('that is none is shown with its problem', async () => {
    const {heard, state, context} = await paste('hello')
    expect([state, heard, context.text, context.problem]).toEqual([
      {open: 'idle'},
      [],
      'hello',
      {field: 'text', kind: 'notUnderstood'},
    ])
  })
})
