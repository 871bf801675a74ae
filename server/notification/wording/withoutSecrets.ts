import {isRecord} from '../../../contract/rules/json'
import {json} from '../../../contract/wire/common'
import {SECRET_FIELDS} from '../../../contract/wire/target'
import type {Delivery} from '../channel'

export type Hide = (words: string) => string

/** A run of this many characters of a secret is hidden. Shorter ones are in many words. */
const RUN = 6

/** Returns a function that hides in the words of a peer whatever is part of a secret of its channel, in any of its forms. */
export function hideSecretsOf(delivery: Pick<Delivery, 'kind' | 'secret'>): Hide {
  const runs = new Set(secretsOf(delivery).flatMap(formsOf).flatMap(runsOf))
  if (runs.size === 0) return words => words
  return words => {
    const lower = words.toLowerCase()
    const hidden = new Set<number>()
    for (let at = 0; at + RUN <= lower.length; at++)
      if (runs.has(lower.slice(at, at + RUN))) for (let next = at; next < at + RUN; next++) hidden.add(next)
    return [...words.split('').keys()]
      .map(at => (!hidden.has(at) ? words.charAt(at) : hidden.has(at - 1) ? '' : '…'))
      .join('')
  }
}

function runsOf(form: string): string[] {
  const lower = form.toLowerCase()
  return Array.from({length: Math.max(lower.length - RUN + 1, 0)}, (_, at) => lower.slice(at, at + RUN))
}

function secretsOf({kind, secret}: Pick<Delivery, 'kind' | 'secret'>): string[] {
  if (secret === null) return []
  if (kind === 'webhook' || kind === 'push') return [secret]
  const target = json.parse(JSON.parse(secret))
  if (!isRecord(target)) return []
  return SECRET_FIELDS[kind].flatMap(field => {
    const value = target[field]
    if (typeof value !== 'string') return []
    return field === 'url'
      ? partsOfUrl(value)
      : field === 'headers'
        ? value.split('\n').flatMap(partsOfHeader)
        : [value]
  })
}

/** The host is shown. A path is also made of words, but for its last part. */
function partsOfUrl(url: string): string[] {
  const {pathname, searchParams, hash} = new URL(url)
  const path = pathname.split('/').filter(part => part !== '')
  const last = path.pop()
  return [...path.filter(part => !WORD.test(part)), last ?? '', ...searchParams.values(), hash.slice(1)]
}

const WORD = /^[a-z]+$/i

/** The value, and its parts, such as the token after `Bearer`. */
const partsOfHeader = (line: string): string[] =>
  line
    .slice(line.indexOf(':') + 1)
    .trim()
    .split(' ')

/** Peers repeat the sent text as it is, decoded, or encoded once more. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const decoded = [Buffer.from(secret, 'base64').toString(), decodedUri(secret)]
  return [secret, encodeURIComponent(secret), bytes.toString('base64'), bytes.toString('base64url'), ...decoded]
}

function decodedUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
