import {expect, it} from 'vitest'
import {ApiError} from '../../../src/api/errors'
import {askedOnce} from '../../../src/wiring/account/account'

const failure = (kind: 'unreachable' | 'refused') =>
  new ApiError({kind, status: null, serverMessage: null}, 'it failed')

it('gives everybody who asks for a token the first answer', async () => {
  const asked: string[] = []
  const ask = askedOnce(async token => {
    asked.push(token)
    return `answer to ${token}`
  })
  expect(await Promise.all([ask('t1'), ask('t1'), ask('t2')])).toEqual(['answer to t1', 'answer to t1', 'answer to t2'])
  expect([await ask('t1'), asked]).toEqual(['answer to t1', ['t1', 't2']])
})

it('asks again after a failure that may pass, and not when it was refused', async () => {
  let asked = 0
  const ask = askedOnce(() => Promise.reject(failure(++asked === 1 ? 'unreachable' : 'refused')))
  await expect(ask('t1')).rejects.toMatchObject({kind: 'unreachable'})
  await expect(ask('t1')).rejects.toMatchObject({kind: 'refused'})
  await expect(ask('t1')).rejects.toMatchObject({kind: 'refused'})
  expect(asked).toBe(2)
})
