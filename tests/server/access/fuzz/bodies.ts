import fc from 'fast-check'
import * as z from 'zod/mini'
import {deviceImportRow} from '../../../../contract/wire/entities/device'
import {hostileText, hostileValue} from './hostile'
import type {Shape} from './shapes'
import {type Known, nearlyValid, valid, type WireSchema, wireSchema} from './wire'

/** Undefined: none. */
export type Body = string | undefined

export const asJson = (value: unknown): Body => JSON.stringify(value)

export const anyBody: fc.Arbitrary<Body> = fc.oneof(
  hostileValue.map(asJson),
  hostileText,
  fc.constantFrom(
    '{',
    '{"a":1,"a":2}',
    '{"__proto__":{"authority":"SYS_ADMIN"}}',
    '['.repeat(5000),
    'a=b&c=d',
    '--x\r\n',
    undefined,
  ),
)

const deviceMessage: fc.Arbitrary<Body> = fc
  .oneof(
    fc.dictionary(hostileText, hostileValue, {maxKeys: 4}),
    fc.array(fc.record({ts: fc.oneof(fc.integer(), hostileValue), values: hostileValue}), {maxLength: 4}),
    fc.record({ts: fc.nat(), values: fc.dictionary(hostileText, hostileValue, {maxKeys: 4})}),
  )
  .map(asJson)

const importRow = wireSchema.parse(z.toJSONSchema(deviceImportRow))

/** The rows are checked one by one: to the schema of the body they are anything. */
function importMessage(body: WireSchema, known: Known): fc.Arbitrary<Body> {
  const row = fc.oneof({arbitrary: valid(importRow, known), weight: 3}, nearlyValid(importRow, known), hostileValue)
  return fc
    .tuple(valid(body, known), fc.array(row, {minLength: 1, maxLength: 4}))
    .map(([message, rows]) => asJson({...Object(message), rows}))
}

export function bodyOf({path, method, body}: Shape, known: Known): fc.Arbitrary<Body> {
  if (path.startsWith('/api/v1/')) return fc.oneof({arbitrary: deviceMessage, weight: 3}, anyBody)
  if (body === undefined) return method === 'GET' ? fc.constant(undefined) : anyBody
  if (path.endsWith('/import')) return fc.oneof({arbitrary: importMessage(body, known), weight: 3}, anyBody)
  return fc
    .oneof({arbitrary: valid(body, known), weight: 3}, {arbitrary: nearlyValid(body, known), weight: 2})
    .map(asJson)
}
