import {expect, it} from 'vitest'
import {createActor, SimulatedClock} from 'xstate'
import {announcerMachine} from '../../../src/machines/console/announcer'
import {statesOf} from '../adjacency'

function createAnnouncer() {
  const clock = new SimulatedClock()
  const announcer = createActor(announcerMachine, {clock}).start()
  const {send} = announcer
  const said = () => {
    const {value, context} = announcer.getSnapshot()
    return [value, context.text, context.count]
  }
  return {clock, send, said}
}

it('says what was done for as long as it takes to read, from the last time on', () => {
  const {clock, send, said} = createAnnouncer()
  send({type: 'done.told', text: 'Device created.'})
  clock.increment(7999)
  send({type: 'done.told', text: 'Device created.'})
  clock.increment(7999)
  expect(said()).toEqual(['saying', 'Device created.', 2])
  clock.increment(1)
  expect(said()).toEqual(['quiet', 'Device created.', 2])
})

it('can be closed', () => {
  const {send, said} = createAnnouncer()
  send({type: 'announcement.closed'})
  expect(said()).toEqual(['quiet', '', 0])
  send({type: 'done.told', text: 'Device created.'})
  send({type: 'announcement.closed'})
  expect(said()).toEqual(['quiet', 'Device created.', 1])
})

it('reaches every state', () => {
  const told = {type: 'done.told', text: 'x'}
  expect(statesOf(announcerMachine, [told, {type: 'announcement.closed'}])).toEqual(['quiet', 'saying'])
})
