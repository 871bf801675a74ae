import {expect, it} from 'vitest'
import type {LiveTelemetry} from '../../../contract/wire/telemetry/live'
import {createChangeBus} from '../../../server/live/bus'
import {noPeers} from '../../../server/live/peers'

/** Two buses whose changes reach each other as they do over a network. */
function joinedBuses() {
  const published: unknown[] = []
  const one = createChangeBus({
    publish(name, content, watched) {
      published.push({name, watched})
      other.receive(name, JSON.parse(JSON.stringify(content)))
    },
  })
  const other = createChangeBus({publish: (name, content) => one.receive(name, JSON.parse(JSON.stringify(content)))})
  return {one, other, published}
}

const TELEMETRY: LiveTelemetry = {device_id: 'pump', received_at: 1, points: [{key: 'load', ts: 1, long_v: 7}]}

it('calls every handler of a change in their order, and none of another', async () => {
  const changes = createChangeBus(noPeers)
  const seen: string[] = []
  changes.on('devices.removed', ids => void seen.push(`first ${ids}`))
  changes.on('devices.removed', ids => void seen.push(`second ${ids}`))
  changes.on('devices.changed', ids => void seen.push(`other ${ids}`))

  const emitted = changes.emit('devices.removed', ['pump'])

  expect(seen).toEqual(['first pump', 'second pump'])
  await emitted
})

it('resolves when the slowest handler is done', async () => {
  const changes = createChangeBus(noPeers)
  let finish = () => {}
  let isOver = false
  changes.on('devices.changed', () => new Promise<void>(resolve => (finish = resolve)))

  const emitted = changes.emit('devices.changed', ['pump']).then(() => {
    isOver = true
  })
  await Promise.resolve()
  expect(isOver).toBe(false)
  finish()
  await emitted
  expect(isOver).toBe(true)
})

it('rejects when a handler does', async () => {
  const changes = createChangeBus(noPeers)
  changes.on('devices.changed', () => Promise.reject(new Error('not read')))
  await expect(changes.emit('devices.changed', ['pump'])).rejects.toThrow('not read')
})

it('calls handlers on every server, or only those of changes from here or from a peer', async () => {
  const {one, other} = joinedBuses()
  const seen: string[] = []
  for (const [server, changes] of Object.entries({one, other})) {
    changes.on('tokens.changed', ids => void seen.push(`${server} handles ${ids}`))
    changes.on('tokens.changed', ids => void seen.push(`${server} emitted ${ids}`), 'here')
    changes.on('tokens.changed', ids => void seen.push(`${server} received ${ids}`), 'peer')
  }

  await one.emit('tokens.changed', ['pump'])

  expect(seen).toEqual(['one handles pump', 'one emitted pump', 'other handles pump', 'other received pump'])
})

it('publishes values by their devices, so that each server gets those that it watches', async () => {
  const {one, other, published} = joinedBuses()
  const seen: unknown[] = []
  other.on('points.stored', batch => void seen.push(batch))

  await one.emit('points.stored', [TELEMETRY])
  await one.emit('alarms.changed', ['high load'])

  expect(seen).toEqual([[TELEMETRY]])
  expect(published).toEqual([
    {name: 'points.stored', watched: [TELEMETRY]},
    {name: 'alarms.changed', watched: undefined},
  ])
})

it('does not parse a change of its own server, which may be large', async () => {
  const changes = createChangeBus(noPeers)
  const batch = [TELEMETRY]
  const seen: unknown[] = []
  changes.on('points.stored', stored => void seen.push(stored))

  await changes.emit('points.stored', batch)

  expect(seen[0]).toBe(batch)
})

it('takes no notice of a change of a peer that it does not know or can not parse', () => {
  const changes = createChangeBus(noPeers)
  const seen: unknown[] = []
  changes.on('tokens.changed', ids => void seen.push(ids))

  changes.receive('weather.changed', ['rain'])
  changes.receive('toString', [])
  changes.receive('tokens.changed', 'all')
  changes.receive('tokens.changed', ['pump'])

  expect(seen).toEqual([['pump']])
})
