import {Subject} from 'rxjs'
import {describe, expect, it, vi} from 'vitest'
import type {QueuedRow, RowOutcome} from '../../../src/domain/console/deviceImport/outcome'
import {importing, type Work} from '../../../src/streams/console/importing'
import {settled} from '../../machines/calls'

const row = (line: number): QueuedRow => ({
  line,
  device: {id: `n${line}`, name: `Pump ${line}`, type: null, label: null, customerId: null, accessToken: null},
  deviceId: null,
})
const ROWS = [2, 3, 4, 5, 6].map(row)
const made = ({line}: QueuedRow): RowOutcome => ({line, deviceId: `d${line}`, message: null})

async function start({batchLength = 2, atOnce = 1, prepare = async (work: Work) => work} = {}) {
  vi.spyOn(performance, 'now').mockReturnValue(0)
  const sent: {lines: number[]; signal: AbortSignal; answer(): Promise<void>; fail(error: Error): Promise<void>}[] = []
  const cancelled = new Subject<void>()
  const events: unknown[] = []
  const send: Work['send'] = (batch, signal) =>
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
    })
  const signals: AbortSignal[] = []
  const subscription = importing({
    prepare(signal) {
      signals.push(signal)
      return prepare({rows: ROWS, batchLength, atOnce, send})
    },
    cancelled,
  }).subscribe(event => events.push(event))
  await settled()
  return {sent, cancelled, events, subscription, signals, lines: () => sent.map(({lines}) => lines)}
}

const finished = (perSecond: number, ...lines: number[]) => ({
  type: 'rows.finished',
  outcomes: lines.map(line => made(row(line))),
  perSecond,
})

describe('an import', () => {
  it('sends batch after batch, and tells how fast', async () => {
    const {sent, events, lines} = await start()
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
    const {sent, lines} = await start({batchLength: 1, atOnce: 3})
    expect(lines()).toEqual([[2], [3], [4]])
    await sent[1]?.answer()
    expect(lines()).toEqual([[2], [3], [4], [5]])
  })

  it('begins nothing after a cancel, and waits for what it began', async () => {
    const {sent, events, cancelled, lines} = await start()
    vi.mocked(performance.now).mockReturnValue(1000)
    cancelled.next()
    expect([lines(), sent[0]?.signal.aborted]).toEqual([[[2, 3]], false])
    await sent[0]?.answer()
    expect([lines(), events]).toEqual([[[2, 3]], [finished(2, 2, 3), {type: 'run.ended'}]])
  })

  it('ends after a lost batch once those beside it are through', async () => {
    const {sent, events, lines} = await start({atOnce: 2})
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

  it('gives up what is under way when nobody listens any more', async () => {
    const {sent, subscription} = await start()
    subscription.unsubscribe()
    expect(sent[0]?.signal.aborted).toBe(true)
  })

  it('that can’t be prepared ends, and has lost nothing that was sent', async () => {
    const error = new Error('away')
    const {sent, events} = await start({prepare: () => Promise.reject(error)})
    expect([sent, events]).toEqual([[], [{type: 'rows.lost', rows: [], error}, {type: 'run.ended'}]])
  })

  it('that is cancelled while it is prepared ends at once', async () => {
    const {sent, events, cancelled, signals} = await start({prepare: () => new Promise<Work>(() => {})})
    cancelled.next()
    expect([sent, events, signals.map(({aborted}) => aborted)]).toEqual([[], [{type: 'run.ended'}], [true]])
  })
})
