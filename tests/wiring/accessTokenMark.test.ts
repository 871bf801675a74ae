import {afterEach, expect, it, vi} from 'vitest'
import {browserStorage, createAccessTokenMark, memoryStorage} from '../../src/wiring/accessTokenMark'

afterEach(() => void vi.restoreAllMocks())

it('is one mark for all tabs, and another one after each new token', () => {
  const storage = memoryStorage()
  const [first, second] = [createAccessTokenMark(storage), createAccessTokenMark(storage)]
  const before = first.read()
  first.advance()
  const after = second.read()
  second.advance()
  expect([new Set([before, after, first.read()]).size, first.read() === second.read()]).toEqual([3, true])
})

it('is each tab’s own where the browser denies its storage', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  const storage = browserStorage()
  createAccessTokenMark(storage).advance()
  expect([createAccessTokenMark(storage).read() === '', storage === window.localStorage]).toEqual([false, false])
})
