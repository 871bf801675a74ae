import {describe, expect, it} from 'vitest'
import {type Circumstances, FIRST_VALUE, type Message, type Painted, wrongsOf} from '../../bench/soak/judge'

const NOW = 1_000_000

/** Acknowledged 10 ms after it was sent. */
const sent = (ago: number): Message => ({sentAt: NOW - ago, endedAt: NOW - ago + 10, isAcknowledged: true})
const lost = (ago: number): Message => ({...sent(ago), isAcknowledged: false})

const LINKED: Circumstances = {at: NOW, lateAfter: 12_000, cutSince: null, linkedSince: NOW - 60_000}
const painted = (freshness: string, age: string, number = 0): Painted => ({
  id: 'pump',
  freshness,
  age,
  value: FIRST_VALUE + number,
})

describe('what a screen paints of a device', () => {
  it.each<[string, Painted, Message[], Partial<Circumstances>]>([
    ['fresh with its age', painted('fresh', '3 s'), [sent(3500)], {}],
    ['fresh, where the next second has not been counted yet', painted('fresh', '3 s'), [sent(5500)], {}],
    ['late with its age', painted('late', '2 min'), [sent(130_000)], {}],
    ['fresh until a cut shows', painted('fresh', '3 s'), [sent(3500)], {cutSince: NOW - 4000}],
    ['as cut off', painted('linkDown', '30 s'), [sent(30_500)], {cutSince: NOW - 20_000}],
    [
      'an older value, before the newer one had the time to arrive',
      painted('fresh', '6 s'),
      [sent(6500), sent(1000)],
      {},
    ],
    [
      'an older value, when the newer one was never acknowledged',
      painted('fresh', '9 s'),
      [sent(9500), lost(6500)],
      {},
    ],
    [
      'an older value while nothing gets through',
      painted('linkDown', '20 s'),
      [sent(20_500), sent(9000)],
      {cutSince: NOW - 15_000},
    ],
    [
      'an older value just after the link has come back',
      painted('fresh', '10 s'),
      [sent(10_500), sent(7000)],
      {linkedSince: NOW - 1000},
    ],
    ['nothing, while its link is down', {...painted('notRead', ''), value: Number.NaN}, [], {linkedSince: null}],
  ])('is right: %s', (_what, tile, messages, circumstances) => {
    expect(wrongsOf(tile, messages, {...LINKED, ...circumstances})).toEqual([])
  })

  it.each<[string, Painted, Message[], Partial<Circumstances>, string]>([
    ['freshWhileCut', painted('fresh', '7 s'), [sent(7500)], {cutSince: NOW - 6000}, 'the link has been down for long'],
    ['freshBeyondAge', painted('fresh', '15 s'), [sent(15_500)], {}, 'it is beyond the age'],
    ['lateTooSoon', painted('late', '5 s'), [sent(5500)], {}, 'it has just come'],
    ['tooYoung', painted('late', '13 s'), [sent(17_500)], {}, 'it is older'],
    ['tooOld', painted('fresh', '9 s'), [sent(5500)], {}, 'it is younger'],
    ['behind', painted('fresh', '9 s'), [sent(9500), sent(6500)], {}, 'the newer one came long ago'],
    ['unknown', painted('fresh', '9 s', 7), [sent(9500)], {}, 'nobody sent it'],
    ['unknown', {...painted('never', ''), value: Number.NaN}, [sent(9500)], {}, 'there is a value'],
  ])('is wrong (%s) when %5$s', (wrong, tile, messages, circumstances) => {
    expect(wrongsOf(tile, messages, {...LINKED, ...circumstances})).toContain(wrong)
  })
})
