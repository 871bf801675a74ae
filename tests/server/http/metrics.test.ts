import {expect, it, onTestFinished} from 'vitest'
import {createWorld} from '../../support/world'

it('tells an administrator of the memory that the process takes', async () => {
  const test = await createWorld()
  onTestFinished(() => test.close())

  const {body} = await test.call('admin', 'GET', '/metrics')

  const [resident = 0, heap = 0] = ['memory_resident_bytes', 'memory_heap_bytes'].map(name =>
    Number(new RegExp(`^pulsewall_${name} (\\d+)$`, 'm').exec(body)?.[1]),
  )
  expect(heap).toBeGreaterThan(1_000_000)
  expect(resident).toBeGreaterThan(heap)
})
