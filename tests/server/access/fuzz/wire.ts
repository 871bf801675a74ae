import fc from 'fast-check'
import * as z from 'zod/mini'
import {hostileText, hostileValue} from './hostile'

/** The part of a JSON schema that the contract's schemas come to. */
export interface WireSchema {
  type?: string | undefined
  format?: string | undefined
  nullable?: boolean | undefined
  enum?: unknown[] | undefined
  anyOf?: WireSchema[] | undefined
  items?: WireSchema | undefined
  properties?: Record<string, WireSchema> | undefined
  required?: string[] | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  minimum?: number | undefined
  maximum?: number | undefined
}

export const wireSchema: z.ZodMiniType<WireSchema> = z.lazy(() =>
  z.object({
    type: z.optional(z.string()),
    format: z.optional(z.string()),
    nullable: z.optional(z.boolean()),
    enum: z.optional(z.array(z.unknown())),
    anyOf: z.optional(z.array(wireSchema)),
    items: z.optional(wireSchema),
    properties: z.optional(z.record(z.string(), wireSchema)),
    required: z.optional(z.array(z.string())),
    minLength: z.optional(z.number()),
    maxLength: z.optional(z.number()),
    minimum: z.optional(z.number()),
    maximum: z.optional(z.number()),
  }),
)

/** Good values of a text by the name of its field, by its format, or by its place in a path (`device/:id`). */
export type Known = (about: string) => fc.Arbitrary<string> | undefined

/**
 * Generates values that the schema accepts; a few checks that a JSON schema can't express may refuse them all the same.
 */
export function valid(schema: WireSchema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const value = notNull(schema, known, name)
  return schema.nullable === true ? fc.option(value, {freq: 4}) : value
}

/** Generates values that the schema accepts, except for one field. */
export function nearlyValid(schema: WireSchema, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.keys(schema.properties ?? {})
  const field = fc.oneof(
    ...(fields.length > 0 ? [fc.constantFrom(...fields)] : []),
    fc.constantFrom('_id', 'authority', 'organisation_id', 'isVerified', 'passwordHash', 'constructor', 'toJSON'),
  )
  const change = fc.oneof(hostileValue, fc.constant(undefined))
  return fc
    .tuple(valid(schema, known), field, change)
    .map(([body, key, value]) => (isRecord(body) ? {...body, [key]: value} : value))
}

function notNull(schema: WireSchema, known: Known, name: string): fc.Arbitrary<unknown> {
  const good = schema.type === 'string' ? (known(name) ?? known(schema.format ?? '')) : undefined
  if (good !== undefined) return good
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(one => valid(one, known, name)))
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object':
      return objectOf(schema, known)
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valid(schema.items ?? {}, known, name), {minLength: 1, maxLength: 4})
    default:
      return hostileValue
  }
}

/** Often with few of the fields that may be left out: each more is one more to be refused for. */
function objectOf({properties = {}, required = []}: WireSchema, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valid(schema, known, name)] as const),
  )
  const whole = fc.record(fields, {requiredKeys: required})
  const few = fc
    .subarray(Object.keys(properties), {maxLength: Math.min(2, Object.keys(properties).length)})
    .chain(names => fc.record(only(fields, [...required, ...names])))
  return fc.oneof(whole, few)
}

const only = <Value>(fields: Record<string, Value>, names: readonly string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))

function textOf({minLength = 0, maxLength = 100}: WireSchema): fc.Arbitrary<string> {
  const most = Math.min(maxLength, 40)
  return fc.oneof(
    fc.string({unit: 'grapheme', minLength, maxLength: most}),
    hostileText,
    fc.constant('x'.repeat(maxLength)),
  )
}

function numberOf({minimum = -(2 ** 31), maximum = 2 ** 31}: WireSchema): fc.Arbitrary<number> {
  return fc.oneof(
    fc.constantFrom(minimum, maximum),
    fc.integer({min: minimum, max: Math.min(maximum, Number.MAX_SAFE_INTEGER)}),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
