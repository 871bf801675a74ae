import fc from 'fast-check'
import {ORIGIN} from '../world'

export const contentType = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-16',
  'application/json;',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/merge-patch+json',
  'a/b/c',
  '',
)

/** Most callers are no foreign page, or the request would get no further than that. */
const origins = fc.oneof(
  {arbitrary: fc.constant({}), weight: 4},
  fc.constantFrom<Record<string, string>[]>(
    {origin: ORIGIN},
    {origin: 'http://localhost:80'},
    {origin: 'https://evil.test'},
    {origin: 'null'},
    {origin: '\\'},
    {'sec-fetch-site': 'cross-site'},
  ),
)

const oddities = fc.oneof(
  {arbitrary: fc.constant({}), weight: 4},
  fc.constantFrom<Record<string, string>[]>(
    {accept: 'text/html'},
    {'accept-encoding': 'br, gzip'},
    {cookie: 'accessToken=%; refreshToken='},
    {cookie: `refreshToken=${'x'.repeat(5000)}`},
    {cookie: '=;;="'},
    {host: 'evil.test'},
    {'x-forwarded-for': '::1, x', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.test'},
    {'x-http-method-override': 'DELETE'},
    {range: 'bytes=0-1,5-'},
    {'if-none-match': '*'},
  ),
)

export const headers: fc.Arbitrary<Record<string, string>> = fc
  .tuple(origins, oddities)
  .map(([origin, oddity]) => ({'content-type': 'application/json', ...origin, ...oddity}))
