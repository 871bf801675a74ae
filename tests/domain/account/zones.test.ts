import {expect, it} from 'vitest'
import {allZones} from '../../../src/domain/account/zones'

it.each([
  ['Asia/Kolkata', 'Asia/Calcutta'],
  ['Europe/Kyiv', 'Europe/Kiev'],
  ['Asia/Ho_Chi_Minh', 'Asia/Saigon'],
  ['America/Nuuk', 'America/Godthab'],
])('%s is found by that name and by its old one, %s, whichever of them the browser lists', (now, old) => {
  expect(allZones().filter(zone => zone === now || zone === old)).toEqual([now, old].sort())
})

it('has each zone once, UTC first', () => {
  const zones = allZones()
  expect([zones[0], new Set(zones).size]).toEqual(['UTC', zones.length])
})
