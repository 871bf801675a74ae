import {expect, it} from 'vitest'
import {sharedLink} from '../../../src/domain/telemetry/sharedLink'

const ADDRESS = 'https://pulsewall.test/dashboard?device=d&key=t&live=0&from=now-6h&to=now'
const zone = 'Europe/Berlin'

it('shares a range that moves with the present, in the zone of whoever shares it', () => {
  expect(sharedLink(ADDRESS, {zone, moment: null})).toBe(`${ADDRESS}&tz=Europe%2FBerlin`)
})

it('shares this moment for ever', () => {
  expect(sharedLink(ADDRESS, {zone, moment: {start: 1000, end: 2000}})).toBe(
    'https://pulsewall.test/dashboard?device=d&key=t&from=1000&to=2000&tz=Europe%2FBerlin',
  )
})
