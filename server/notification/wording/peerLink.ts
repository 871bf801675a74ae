import type {EmailLink} from '../../mail/repository'

/** A link in a field that a peer checks, or the line of text in its place. */
type PeerLink = {url: string; line?: undefined} | {url?: undefined; line: string}

/** Discord takes 2,048 characters. */
const LINK_LENGTH = 2000

/**
 * Makes text of a link that a peer would refuse together with the message: one to a host of the local network, whose name
 * has no dot, or one that is too long.
 */
export function peerLink({label, url}: EmailLink, longest = LINK_LENGTH): PeerLink {
  return isTaken(url) && url.length <= longest ? {url} : {line: `${label}: ${url}`}
}

function isTaken(url: string): boolean {
  if (!URL.canParse(url)) return false
  const {protocol, hostname} = new URL(url)
  return /^https?:$/.test(protocol) && HOST.test(hostname)
}

/** A name with a dot, or an address of IPv4. */
const HOST = /^(?!.*\.localhost$)[^[\]]+\.[^.[\]]+$/
