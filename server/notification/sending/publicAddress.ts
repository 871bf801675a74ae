import {type LookupAddress, lookup} from 'node:dns'
import {isIP, type LookupFunction} from 'node:net'
import ipaddr from 'ipaddr.js'

/** The address belongs to this machine or to a network behind it, which nobody outside may reach through us. */
export class PrivateAddress extends Error {
  override name = 'PrivateAddress'

  /** `isForGood`: the text of the address says so, and no look-up will find another one. */
  constructor(
    hostname: string,
    readonly isForGood = false,
  ) {
    super(hostname)
  }
}

/**
 * Whether an address is one of the public internet: neither private, loopback, link-local, reserved nor translated to
 * such. Outside of 2000::/3 no address of IPv6 is in use there.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL))
}

const GLOBAL = ipaddr.parseCIDR('2000::/3')

/**
 * Finds the addresses of a host as `dns.lookup` does, and fails when one of them is not public, or there is none: a
 * caller of names in the network behind us does not learn which of them exist. The connection is made to an address
 * that was checked here, so a name can't change its meaning in between.
 */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, {...options, all: true}, (error, found) => {
    if (error || !found.every(({address}) => isPublic(address))) return done(new PrivateAddress(hostname), '')
    return options.all ? done(null, found) : answerFirst(found, done)
  })
}

function answerFirst([first]: LookupAddress[], done: Parameters<LookupFunction>[2]) {
  if (first === undefined) done(new PrivateAddress('nothing'), '')
  else done(null, first.address, first.family)
}

/** Throws for an address that is not public by its text alone. No look-up is made for an address in place of a name. */
export function requirePublic({hostname}: URL) {
  const address = hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) === 0 ? LOCAL.test(address) : !isPublic(address)) throw new PrivateAddress(hostname, true)
}

const LOCAL = /(^|\.)localhost\.?$/
