import {describe, expect, it} from 'vitest'
import {createPauses, createSlots, createTurns, isByMqtt, nextDue, pauseAfter, phaseOf} from '../../../bench/fleet/pace'

describe('a device of a fleet', () => {
  it('waits twice as long after each failure, a minute at most, and up to a half less by chance', () => {
    expect([1, 2, 3, 7, 100].map(failures => pauseAfter(failures, 0))).toEqual([1000, 2000, 4000, 60_000, 60_000])
    expect([0, 0.5, 1].map(chance => pauseAfter(2, chance))).toEqual([2000, 1500, 1000])
  })

  it('keeps to its period, and leaves out what it has missed', () => {
    expect(nextDue(1000, 500, 1010)).toBe(1500)
    expect(nextDue(1000, 500, 1000)).toBe(1500)
    expect(nextDue(1000, 500, 2700)).toBe(3000)
  })

  it('sends at another moment than the others', () => {
    const phases = Array.from({length: 100}, (_, place) => phaseOf(place)).sort((one, other) => one - other)
    const gaps = phases.slice(1).map((phase, at) => phase - (phases[at] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThan(0.3 / 100)
    expect(Math.max(...gaps)).toBeLessThan(3 / 100)
  })

  it.each([
    [0, 0],
    [0.25, 25],
    [0.5, 50],
    [0.333, 33],
    [1, 100],
  ])('is one of its share by MQTT, which for %f of a hundred is %i', (share, chosen) => {
    const places = Array.from({length: 100}, (_, place) => isByMqtt(place, 100, share))
    expect(places.filter(Boolean)).toHaveLength(chosen)
    expect(places.slice(0, 50).filter(Boolean).length).toBeCloseTo(chosen / 2, -1)
  })
})

describe('turns', () => {
  it('come at their rate, and without waiting when nobody has asked for a while', () => {
    let now = 0
    const wait = createTurns(100, () => now)
    expect([wait(), wait(), wait()]).toEqual([0, 10, 20])
    now = 25
    expect(wait()).toBe(5)
    now = 1000
    expect([wait(), wait()]).toEqual([0, 10])
  })
})

describe('pauses', () => {
  it('end all at once, and never begin after that', async () => {
    const pauses = createPauses()
    const waiting = [pauses.pause(1_000_000), pauses.pause(2_000_000)]
    expect(pauses.isOver()).toBe(false)
    pauses.end()
    await Promise.all([...waiting, pauses.pause(1_000_000), pauses.over])
    expect(pauses.isOver()).toBe(true)
  })
})

describe('slots', () => {
  it('are taken by so many at a time, and by the others in their order, also after a failure', async () => {
    const inSlot = createSlots(2)
    const begun: number[] = []
    const ends: ((failure?: Error) => void)[] = []
    const all = [0, 1, 2, 3].map(number =>
      inSlot(() => {
        begun.push(number)
        return new Promise<void>((resolve, reject) => ends.push(failure => (failure ? reject(failure) : resolve())))
      }),
    )
    expect(begun).toEqual([0, 1])
    ends[1]?.(new Error('broken'))
    await expect(all[1]).rejects.toThrow('broken')
    await Promise.resolve()
    expect(begun).toEqual([0, 1, 2])
    ends[0]?.()
    await all[0]
    await Promise.resolve()
    expect(begun).toEqual([0, 1, 2, 3])
    for (const end of ends) end()
    await Promise.all([all[0], all[2], all[3]])
  })
})
