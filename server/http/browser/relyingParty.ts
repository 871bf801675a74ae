import {isIP} from 'node:net'
import type {FastifyRequest} from 'fastify'

/** The owner of a passkey: the page that asks for it, and the name of its host, under which alone it works. */
export interface RelyingParty {
  origin: string
  id: string
}

/** Undefined where browsers make no passkeys: under an IP address. */
export function relyingPartyOf({headers, protocol}: FastifyRequest): RelyingParty | undefined {
  // An origin that isn't the own one, or an allowed one, was refused before. Programs send none.
  const page = headers.origin ?? `${protocol}://${headers.host}`
  if (!URL.canParse(page)) return undefined
  const {hostname, origin} = new URL(page)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? {origin, id: hostname} : undefined
}
