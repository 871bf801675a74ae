import {expect, it} from 'vitest'
import {once} from '../../../server/http/once'

it('is done once for all who ask, and again for who asks after it has failed', async () => {
  let done = 0
  const open = once(async () => {
    if (++done === 1) throw new Error('The disk is full.')
    return done
  })

  await expect(Promise.all([open(), open()])).rejects.toThrow('The disk is full.')
  expect(await Promise.all([open(), open(), open()])).toEqual([2, 2, 2])
})
