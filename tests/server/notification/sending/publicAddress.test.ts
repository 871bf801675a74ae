import {describe, expect, it} from 'vitest'
import {post} from '../../../../server/notification/sending/post'
import {isPublic} from '../../../../server/notification/sending/publicAddress'
import {nextTryAt} from '../../../../server/notification/sending/webhooks'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

describe('a private address', () => {
  it.each([
    'http://127.0.0.1:9/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://localhost/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    // Refused like an existing name, so that nobody learns which names there are.
    'http://nothing.invalid/',
  ])('is not called: %s', async url => {
    const call = post(url, {}, '{}', {allowPrivate: false, signal: new AbortController().signal})

    await expect(call).rejects.toThrow(expect.objectContaining({name: 'PrivateAddress'}))
  })

  it.each([
    ['8.8.8.8', true],
    ['2606:4700::1111', true],
    ['0.0.0.0', false],
    ['10.255.0.1', false],
    ['100.64.0.1', false],
    ['127.0.0.2', false],
    ['169.254.1.1', false],
    ['172.16.0.1', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['192.0.2.1', false],
    ['198.18.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['::127.0.0.1', false],
    ['::ffff:10.0.0.1', false],
    ['64:ff9b::7f00:1', false],
    ['2001:db8::1', false],
    ['2002:7f00:1::', false],
    ['fc00::1', false],
    ['fe80::1', false],
    ['fec0::1', false],
    ['ff02::1', false],
    ['no address', false],
  ])('is recognised: %s is public: %s', (address, expected) => {
    expect(isPublic(address)).toBe(expected)
  })
})

describe('the next try', () => {
  it.each([
    [1, 0, 10 * SECOND],
    [1, 0.5, 11 * SECOND],
    [4, 0, 10 * MINUTE],
    [50, 0, 3 * HOUR],
  ])('after attempt %i is later by chance', (attempts, random, delay) => {
    expect(nextTryAt({attempts, createdAt: 0}, 0, random)).toBe(delay)
  })

  it('is one after a few attempts, also when the clock was set ahead by days', () => {
    expect(nextTryAt({attempts: 9, createdAt: 0}, 72 * HOUR, 0)).toBe(75 * HOUR)
  })

  it('is none after a day', () => {
    expect(nextTryAt({attempts: 10, createdAt: 0}, 22 * HOUR, 0)).toBeUndefined()
  })
})
