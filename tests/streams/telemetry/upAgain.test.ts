import {Subject} from 'rxjs'
import {expect, it} from 'vitest'
import {LIVE, type LinkState, OFFLINE, POLLING, PROBING, RECONNECTING} from '../../../src/domain/link'
import {upAgain} from '../../../src/streams/telemetry/upAgain'

it('tells that the link has come up after it was down, and not that it was found', () => {
  const links = new Subject<{link: LinkState}>()
  const told: LinkState['kind'][] = []
  let last: LinkState = PROBING
  upAgain(links).subscribe(() => told.push(last.kind))
  for (const link of [PROBING, LIVE, POLLING, RECONNECTING, OFFLINE, POLLING, LIVE, RECONNECTING, LIVE]) {
    last = link
    links.next({link})
  }
  expect(told).toEqual(['polling', 'live'])
})
