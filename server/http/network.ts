import type {IncomingMessage} from 'node:http'

const GROUPS = 8
const NETWORK_GROUPS = 4

/** What counts as one caller: an IPv4 address, or the 64 bits of an IPv6 address that its holder can't choose. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!address.includes(':')) return address
  const [head = [], tail = []] = address.split('::').map(part => part.split(':').filter(group => group !== ''))
  const zeros = Array.from({length: Math.max(0, GROUPS - head.length - tail.length)}, () => '0')
  return `${[...head, ...zeros, ...tail].slice(0, NETWORK_GROUPS).join(':')}::/64`
}

/** The address of a request that Fastify never sees. As there, a proxy on this machine may say who its caller is. */
export function callerOf({socket, headers}: IncomingMessage): string {
  const {remoteAddress: address = ''} = socket
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join().split(',').at(-1)?.trim()
  return LOOPBACK.test(address) && forwarded ? forwarded : address
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/
