import {expect, it} from 'vitest'
import {type ClockSetting, createClockFollowing} from '../../../server/store/clock'

it('tells in whole milliseconds how the clock was set, although the time that goes on evenly has fractions', async () => {
  const time = {now: 1_000_000, elapsed: 0.25}
  const settings: ClockSetting[] = []
  const tell = createClockFollowing({now: () => time.now, elapsed: () => time.elapsed}, async setting => {
    settings.push(setting)
  })
  await tell()
  time.now += 3_600_010
  time.elapsed += 10.6
  await tell()

  expect(settings).toEqual([
    {at: 1_000_000, before: null},
    {at: 4_600_010, before: 1_000_011},
  ])
})
