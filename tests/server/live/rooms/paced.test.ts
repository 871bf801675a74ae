import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import type {LiveTelemetry} from '../../../../contract/wire/telemetry/live'
import {PacedUpdates} from '../../../../server/live/rooms/paced'
import {pacedRoom} from '../../../../server/live/rooms/rooms'
import {realTime} from '../../../../server/scheduler'

const speed = (device_id: string, ts: number): LiveTelemetry => ({
  device_id,
  received_at: ts,
  points: [{key: 'speed', ts, long_v: ts}],
})

/** Sockets a and b watch the pump, and c watches the crane. */
function createWorld() {
  const rooms = new Map([
    ['a', [pacedRoom('pump')]],
    ['b', [pacedRoom('pump')]],
    ['c', [pacedRoom('crane')]],
  ])
  const busy = new Set<string>()
  const sent: [sockets: string, values: string][] = []
  const paced = new PacedUpdates(
    {
      roomsOf: id => rooms.get(id) ?? [],
      isReady: id => !busy.has(id),
      send: (ids, batch) =>
        sent.push([ids.join(), batch.map(({device_id, points}) => `${device_id} ${points[0]?.long_v}`).join()]),
    },
    realTime,
  )
  for (const [id, [room]] of rooms) paced.move(room ?? '', id)
  const leave = (id: string) => {
    rooms.delete(id)
    paced.move(pacedRoom('pump'), id)
  }
  return {paced, busy, sent, leave, tell: (...values: LiveTelemetry[]) => paced.push(values)}
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('what walls are shown', () => {
  it('comes at once after a pause, and then together four times a second', () => {
    const {tell, sent} = createWorld()
    tell(speed('pump', 1))
    tell(speed('pump', 2), speed('crane', 2))
    tell(speed('pump', 3))
    expect(sent).toEqual([['a,b', 'pump 1']])
    vi.advanceTimersByTime(250)
    expect(sent.slice(1)).toEqual([
      ['a,b', 'pump 3'],
      ['c', 'crane 2'],
    ])
    vi.advanceTimersByTime(1000)
    tell(speed('pump', 4))
    expect(sent.at(-1)).toEqual(['a,b', 'pump 4'])
  })

  it('is the newest alone, for one that has not read what came before', () => {
    const {paced, tell, busy, sent} = createWorld()
    busy.add('b')
    for (let ts = 1; ts <= 100; ts++) {
      tell(speed('pump', ts))
      vi.advanceTimersByTime(250)
    }
    expect(sent.map(([sockets]) => sockets)).toEqual(Array.from({length: 100}, () => 'a'))
    expect(paced.counts()).toEqual({sockets: 3, behind: 1, waiting: 1, replaced: 99})
    busy.delete('b')
    vi.advanceTimersByTime(250)
    expect([sent.at(-1), paced.counts().behind]).toEqual([['b', 'pump 100'], 0])
  })

  it('is not kept for one that has gone, or may see the device no more', () => {
    const {paced, tell, busy, sent, leave} = createWorld()
    busy.add('b')
    tell(speed('pump', 1))
    leave('b')
    vi.advanceTimersByTime(500)
    expect([sent, paced.counts().behind, paced.counts().sockets]).toEqual([[['a', 'pump 1']], 0, 2])
  })

  it('costs no timer while nothing comes', () => {
    const {tell} = createWorld()
    tell(speed('pump', 1))
    vi.advanceTimersByTime(250)
    expect(vi.getTimerCount()).toBe(0)
  })
})
