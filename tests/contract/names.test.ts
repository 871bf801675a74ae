import {describe, expect, expectTypeOf, it} from 'vitest'
import * as z from 'zod/mini'
import {json} from '../../contract/wire/common'
import {type InClientNames, inClientNames, inWireNames} from '../../contract/wire/names'

describe('the names of the client', () => {
  it('are in camel case, but for those that the rule leaves alone', () => {
    const schema = z.object({
      _id: z.string(),
      organisation_id: z.string(),
      createdAt: z.number(),
      last_used_at: z.optional(z.nullable(z.number())),
      dbl_v: z.number(),
      json_v: z.null(),
    })
    const wire = {_id: 'pump', organisation_id: 'works', createdAt: 1, last_used_at: 2, dbl_v: 3, json_v: null}

    const named = inClientNames(schema, wire)

    expect(named).toEqual({id: 'pump', organisationId: 'works', createdAt: 1, lastUsedAt: 2, dbl_v: 3, json_v: null})
    expectTypeOf(named).toEqualTypeOf<{
      id: string
      organisationId: string
      createdAt: number
      lastUsedAt?: number | null | undefined
      dbl_v: number
      json_v: null
    }>()
  })

  const step = z.object({after_minutes: z.number()})
  it.each([
    ['lists', z.array(step), [{after_minutes: 5}], [{afterMinutes: 5}]],
    ['fields', z.object({first: step}), {first: {after_minutes: 5}}, {first: {afterMinutes: 5}}],
    ['what may be null', z.object({first: z.nullable(step)}), {first: null}, {first: null}],
    ['what may be left out', z.object({first: z.optional(step)}), {}, {}],
    ['records', z.record(z.string(), step), {any_key: {after_minutes: 5}}, {any_key: {afterMinutes: 5}}],
    ['one of several', z.union([z.array(step), z.object({left_off: z.number()})]), {left_off: 1}, {leftOff: 1}],
  ])('are given inside %s', (_, schema, wire, named) => {
    expect(inClientNames<z.ZodMiniType>(schema, wire)).toEqual(named)
  })

  it('are not given to JSON, whose names are of its author', () => {
    const schema = z.object({additional_info: z.unknown(), threshold: json, labels: z.record(z.string(), json)})
    const wire = {additional_info: {floor_plan: 1}, threshold: {is_low: [{at_most: 1}]}, labels: {a_b: {c_d: 1}}}

    const named = inClientNames(schema, wire)

    expect(named).toEqual({additionalInfo: wire.additional_info, threshold: wire.threshold, labels: wire.labels})
    expectTypeOf(named.threshold).toEqualTypeOf<z.output<typeof json>>()
  })

  it('cost nothing where all names are those of the client', () => {
    const schema = z.array(z.object({key: z.string(), points: z.array(z.object({ts: z.number(), dbl_v: z.number()}))}))
    const wire = [{key: 'power', points: [{ts: 1, dbl_v: 2}]}]
    expect(inClientNames(schema, wire)).toBe(wire)
  })

  it('keep what may be null', () => {
    expectTypeOf<InClientNames<{_id: string} | null>>().toEqualTypeOf<{id: string} | null>()
  })
})

describe('the names of a schema', () => {
  const schema = z.strictObject({organisation_id: z.string(), externalId: z.optional(z.string()), _id: z.string()})

  it('are given to a field by whichever of its names it comes', () => {
    const fields = {organisationId: 'works', external_id: 'x', id: 'pump'}
    expect(inWireNames(schema, fields)).toEqual({organisation_id: 'works', externalId: 'x', _id: 'pump'})
  })

  it('are given inside lists', () => {
    const body = z.object({series: z.array(z.object({device_id: z.string(), key: z.string()}))})
    const sent = inWireNames(body, {series: [{deviceId: 'pump', key: 'power'}]})
    expect(sent).toEqual({series: [{device_id: 'pump', key: 'power'}]})
  })

  it('are not given to fields that have both, nor to those that the schema lacks', () => {
    const fields = {organisationId: 'works', organisation_id: 'port', other_name: 1, toString: 2}
    expect(inWireNames(schema, fields)).toEqual(fields)
  })

  it('are not given to a field that has the other name of another', () => {
    const both = z.object({_id: z.string(), id: z.string()})
    expect(inWireNames(both, {id: 'pump'})).toEqual({id: 'pump'})
  })

  it('are none without a schema that names fields', () => {
    expect(inWireNames(undefined, {organisationId: 'works'})).toEqual({organisationId: 'works'})
    expect(inWireNames(z.unknown(), {organisationId: 'works'})).toEqual({organisationId: 'works'})
    expect(inWireNames(schema, [1])).toEqual([1])
  })

  it('are found where the object may be left out', () => {
    for (const outer of [z.optional(schema), z.optional(z.nullable(schema))]) {
      expect(inWireNames(outer, {organisationId: 'works'})).toEqual({organisation_id: 'works'})
    }
  })
})
