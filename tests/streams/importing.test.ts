import {Subject} from 'rxjs'
import {describe, expect, it, vi} from 'vitest'
import type {QueuedRow, RowOutcome} from '../../src/domain/deviceImport/outcome'
import {importing} from '../../src/streams/importing'
import {settled} from '../machines/calls'

const row = (line: number): QueuedRow => ({
  line,
  device: {name: `Pump ${line}`, type: null, label: null, customerId: null, accessToken: null},
  deviceId: null,
})
const ROWS = [2, 3, 4, 5, 6].map(row)
const made = ({line}: QueuedRow): RowOutcome => ({line, deviceId: `d${line}`, message: null})

function start({batchLength = 2, atOnce = 1} = {}) {
  vi.spyOn(performance, 'now').mockReturnValue(0)
  const sent: {lines: number[]; signal: AbortSignal; answer(): Promise<void>; fail(error: Error): Promise<void>}[] = []
  const cancelled = new Subject<void>()
  const events: unknown[] = []
  const subscription = importing({
    rows: ROWS,
    batchLength,
    atOnce,
    cancelled,
    send: (batch, signal) =>
      new Promise((resolve, reject) => {
        sent.push({
          lines: batch.map(({line}) => line),
          signal,
          answer() {
            resolve(batch.map(made))
            return settled()
          },
          fail(error) {
            reject(error)
            return settled()
          },
        })
      }),
  }).subscribe(event => events.push(event))
  return {sent, cancelled, events, subscription, lines: () => sent.map(({lines}) => lines)}
}

const finished = (perSecond: number, ...lines: number[]) => ({
  type: 'rows.finished',
  outcomes: lines.map(line => made(row(line))),
  perSecond,
})

describe('an import', () => {
  it('sends batch after batch, and tells how fast', async () => {
    const {sent, events, lines} = start()
    expect(lines()).toEqual([[2, 3]])
    vi.mocked(performance.now).mockReturnValue(500)
    await sent[0]?.answer()
    vi.mocked(performance.now).mockReturnValue(1000)
    await sent[1]?.answer()
    await sent[2]?.answer()
    expect(lines()).toEqual([[2, 3], [4, 5], [6]])
    expect(events).toEqual([finished(4, 2, 3), finished(4, 4, 5), finished(5, 6), {type: 'run.ended'}])
  })

  it('has no more under way than it may', async () => {
    const {sent, lines} = start({batchLength: 1, atOnce: 3})
    expect(lines()).toEqual([[2], [3], [4]])
    await sent[1]?.answer()
    expect(lines()).toEqual([[2], [3], [4], [5]])
  })

  it('begins nothing after a cancel, and waits for what it began', async () => {
    const {sent, events, cancelled, lines} = start()
    vi.mocked(performance.now).mockReturnValue(1000)
    cancelled.next()
    expect([lines(), sent[0]?.signal.aborted]).toEqual([[[2, 3]], false])
    await sent[0]?.answer()
    expect([lines(), events]).toEqual([[[2, 3]], [finished(2, 2, 3), {type: 'run.ended'}]])
  })

  it('ends after a lost batch once those beside it are through', async () => {
    const {sent, events, lines} = start({atOnce: 2})
    const error = new Error('away')
    vi.mocked(performance.now).mockReturnValue(1000)
    await sent[0]?.fail(error)
    await sent[1]?.answer()
    expect(lines()).toEqual([
      [2, 3],
      [4, 5],
    ])
    expect(events).toEqual([{type: 'rows.lost', rows: ROWS.slice(0, 2), error}, finished(2, 4, 5), {type: 'run.ended'}])
  })

  it('gives up what is under way when nobody listens any more', () => {
    const {sent, subscription} = start()
    subscription.unsubscribe()
    expect(sent[0]?.signal.aborted).toBe(true)
  })
})
