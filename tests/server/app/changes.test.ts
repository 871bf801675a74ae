import {expect, it} from 'vitest'
import {createChangeBus} from '../../../server/app/changes'

it('calls every handler of a change in their order, and none of another', async () => {
  const changes = createChangeBus()
  const seen: string[] = []
  changes.on('devices.removed', ids => void seen.push(`first ${ids}`))
  changes.on('devices.removed', ids => void seen.push(`second ${ids}`))
  changes.on('devices.changed', ids => void seen.push(`other ${ids}`))

  const emitted = changes.emit('devices.removed', ['pump'])

  expect(seen).toEqual(['first pump', 'second pump'])
  await emitted
})

it('resolves when the slowest handler is done', async () => {
  const changes = createChangeBus()
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
  const changes = createChangeBus()
  changes.on('devices.changed', () => Promise.reject(new Error('not read')))
  await expect(changes.emit('devices.changed', ['pump'])).rejects.toThrow('not read')
})
