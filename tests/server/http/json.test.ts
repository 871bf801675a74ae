import {expect, it} from 'vitest'
import {asText, parseJson} from '../../../server/http/json'

it.each([
  ['a byte order mark before it', '\uFEFF{"a":1}'],
  ['the NUL of C after it', '{"a":1}\0'],
  ['both', '\uFEFF{"a":1}\0\0'],
])('takes JSON with %s', (_what, body) => {
  expect(parseJson(asText(Buffer.from(body)))).toEqual({a: 1})
})

it.each(['{"a":1}\uFEFF', '\0{"a":1}', '{"a"\0:1}'])('refuses JSON with others: %j', body => {
  expect(() => parseJson(body)).toThrow(expect.objectContaining({statusCode: 400}))
})
