import {IncomingMessage} from 'node:http'
import {Socket} from 'node:net'
import {expect, it} from 'vitest'
import {callerOf, isLoopback, isNetwork, proxiesAt} from '../../../server/http/network'

it.each([
  ['its own, where it comes directly', '203.0.113.7', undefined, '203.0.113.7'],
  ['its own, whatever it says of itself', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['what a proxy on this machine says', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['what the last proxy says, and not what came with the request', '::1', '10.0.0.1, 198.51.100.1', '198.51.100.1'],
  ['that of this machine, where its proxy says nothing', '::ffff:127.0.0.1', '', '::ffff:127.0.0.1'],
  ['what a trusted proxy says', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['what the first of several trusted proxies says', '::1', '198.51.100.1, 10.1.2.3', '198.51.100.1'],
  ['that of a proxy which nobody trusts', '10.2.0.1', '198.51.100.1', '10.2.0.1'],
  ['what came to the first trusted proxy', '10.1.2.3', '127.0.0.1, 127.evil.test', '127.evil.test'],
])('the address of a caller is %s', (_what, remoteAddress, forwarded, address) => {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', {value: remoteAddress})
  const request = new IncomingMessage(socket)
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded

  expect(callerOf(request, proxiesAt(['10.1.0.0/16', '2001:db8::7']))).toBe(address)
})

it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])('takes %s for this machine', address => {
  expect(isLoopback(address)).toBe(true)
})

it.each(['127.evil.test', '127.', 'localhost', '::1.evil.test', '10.0.0.1', ''])(
  'does not take %s for this machine',
  address => {
    expect(isLoopback(address)).toBe(false)
  },
)

it.each(['10.0.0.5', '10.0.0.0/8', '2001:db8::7', 'fd00::/8'])('knows %s as a network', text => {
  expect(isNetwork(text)).toBe(true)
})

it.each(['proxy.works.test', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', ''])('does not know %s as a network', text => {
  expect(isNetwork(text)).toBe(false)
})
