import {IncomingMessage} from 'node:http'
import {Socket} from 'node:net'
import {expect, it} from 'vitest'
import {callerOf} from '../../../server/http/network'

it.each([
  ['its own, where it comes directly', '203.0.113.7', undefined, '203.0.113.7'],
  ['its own, whatever it says of itself', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['what a proxy on this machine says', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['what the last proxy says, and not what came with the request', '::1', '10.0.0.1, 198.51.100.1', '198.51.100.1'],
  ['that of this machine, where its proxy says nothing', '::ffff:127.0.0.1', '', '::ffff:127.0.0.1'],
])('the address of a caller is %s', (_what, remoteAddress, forwarded, address) => {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', {value: remoteAddress})
  const request = new IncomingMessage(socket)
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded

  expect(callerOf(request)).toBe(address)
})
