import {expect, it} from 'vitest'
import {SIGNED_OUT, signOutsElsewhere} from '../../../src/streams/session/tabs'

it('tells sign-outs of other tabs and nothing else', () => {
  const channel = new EventTarget()
  const told: unknown[] = []
  signOutsElsewhere(channel).subscribe(event => told.push(event))
  channel.dispatchEvent(new MessageEvent('message', {data: 'hello'}))
  channel.dispatchEvent(new MessageEvent('message', {data: SIGNED_OUT}))
  expect(told).toEqual([{type: 'session.ended'}])
})
