import fc from 'fast-check'
import {asJson} from './bodies'
import {hostileText} from './hostile'
import type {Shape} from './shapes'
import {type Known, nearlyValid, valid} from './wire'

export function urlOf(shape: Shape, known: Known): fc.Arbitrary<string> {
  return fc.tuple(pathOf(shape, known), queryOf(shape, known)).map(([path, query]) => path + query)
}

export const strayUrl = (): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...STARTS), fc.array(segment(hostileText), {maxLength: 4}), fc.option(segment(hostileText)))
    .map(([start, segments, query]) => `${start}${segments.join('/')}${query === null ? '' : `?${query}`}`)

const STARTS = [
  '/',
  '/api/',
  '/api/v0/',
  '/api/v0/user/',
  '/api/v0/device/',
  '/api/v1/',
  '/api/users/',
  '/docs/',
  '/socket.io/',
  '//',
]

function pathOf({path, params}: Shape, known: Known): fc.Arbitrary<string> {
  const parts = path.split('/')
  const segments = parts.map((part, index) => {
    if (!/^[:*]/.test(part)) return fc.constant(part)
    const name = part.slice(1)
    const schema = params[name]
    const valued = schema === undefined ? hostileText : valid(schema, known, name).map(String)
    const good = known(`${parts[index - 1]}/${part}`) ?? valued
    return fc.oneof({arbitrary: segment(good), weight: 8}, segment(hostileText))
  })
  return fc.tuple(...segments).map(segments => segments.join('/'))
}

function queryOf({query}: Shape, known: Known): fc.Arbitrary<string> {
  const asked = fc.oneof({arbitrary: valid(query, known), weight: 3}, nearlyValid(query, known))
  return fc.tuple(asked, fc.boolean()).map(([values, isTwice]) => {
    const pairs = Object.entries(Object(values)).map(([name, value]) => `${encode(name)}=${encode(asText(value))}`)
    return pairs.length === 0 ? '' : `?${[...pairs, ...(isTwice ? pairs.slice(0, 1) : [])].join('&')}`
  })
}

/** A part of a path or a query; some are no proper encoding of anything. */
const segment = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    {arbitrary: text.map(encode), weight: 12},
    fc.constantFrom('%', '%zz', '%ED%A0%80', '..', '%2e%2e', '%2F', ';', '%00', ':', '*'),
  )

const encode = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'))

const asText = (value: unknown): string => (typeof value === 'string' ? value : (asJson(value) ?? ''))
