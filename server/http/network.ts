import type {IncomingMessage} from 'node:http'

const GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * Identifies a caller by an IPv4 address, or by the first 64 bits of an IPv6 address; it can choose the rest freely.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!address.includes(':')) return address
  const [head = [], tail = []] = address.split('::').map(part => part.split(':').filter(group => group !== ''))
  const zeros = Array.from({length: Math.max(0, GROUPS - head.length - tail.length)}, () => '0')
  return `${[...head, ...zeros, ...tail].slice(0, NETWORK_GROUPS).join(':')}::/64`
}

/**
 * The caller's address for requests that Fastify does not handle, such as WebSocket handshakes. As with Fastify's
 * `trustProxy`, only a proxy on this machine is trusted to name its caller.
 */
export function callerOf({socket, headers}: IncomingMessage): string {
  const {remoteAddress: address = ''} = socket
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join().split(',').at(-1)?.trim()
  return isLoopback(address) && forwarded ? forwarded : address
}

/** Whether an IP address is one of this machine's own. */
export const isLoopback = (address: string) => LOOPBACK.test(address)

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/
