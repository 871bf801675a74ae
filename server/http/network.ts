import type {IncomingMessage} from 'node:http'
import {BlockList, isIP} from 'node:net'

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

/** Whether an address is that of a proxy which may name its caller. */
export type IsProxy = (address: string) => boolean

const THIS_MACHINE = ['127.0.0.0/8', '::1']

/** Proxies on this machine are always trusted. Each of `proxies` is an IP address or a network such as 10.0.0.0/8. */
export function proxiesAt(proxies: readonly string[]): IsProxy {
  const list = new BlockList()
  for (const proxy of [...THIS_MACHINE, ...proxies]) {
    const [address = '', bits] = proxy.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return text => {
    const [address = ''] = text.split('%')
    return isIP(address) !== 0 && list.check(address, familyOf(address))
  }
}

/** Whether `proxiesAt` takes it. */
export function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d+))?$/.exec(text) ?? []
  const version = isIP(address)
  return version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128)
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * The caller's address for requests that Fastify does not handle, such as WebSocket handshakes: like Fastify's, the
 * last one that is not that of a trusted proxy.
 */
export function callerOf({socket, headers}: IncomingMessage, isProxy: IsProxy): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join().split(',')
  const addresses = [...forwarded.map(address => address.trim()).filter(Boolean), socket.remoteAddress ?? '']
  return addresses.findLast(address => !isProxy(address)) ?? addresses[0] ?? ''
}

/** Whether a request that Fastify does not handle came by https, as a trusted proxy says. */
export const cameByHttps = ({socket, headers}: IncomingMessage, isProxy: IsProxy): boolean =>
  isProxy(socket.remoteAddress ?? '') &&
  [headers['x-forwarded-proto']].flat().at(-1)?.split(',').at(-1)?.trim() === 'https'

/** Whether an IP address is one of this machine's own. */
export const isLoopback = proxiesAt([])
