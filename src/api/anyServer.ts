import type {ZodMiniType} from 'zod/mini'
import * as z from 'zod/mini'
import type {AttributeWire} from '../../contract/wire/entities/attribute'
import {type InClientNames, inClientNames} from '../../contract/wire/names'
import type {UserWire} from '../../contract/wire/people/user'

/**
 * Reads an entity as any server may send it: `id` stands for `_id`, a time may be an ISO text, a text may be a number,
 * and a field of any other shape counts as left out, so that one odd field doesn't cost a whole list. The fields of the
 * result have the names of the client.
 */
export function asAnyServerSends<T extends object>(schema: ZodMiniType<T>) {
  return z.transform((sent: unknown, context): InClientNames<T> => {
    // A schema without a certain field takes a list for an entity that says nothing.
    if (!isEntity(sent)) return refused(context, sent, 'must be an object')
    const entity = withKnownForms(sent)
    const asSent = schema.safeParse(entity)
    if (asSent.success) return inClientNames(schema, asSent.data)
    const repaired = schema.safeParse(withoutOddities(entity, asSent.error.issues))
    return repaired.success ? inClientNames(schema, repaired.data) : refused(context, sent, repaired.error.message)
  })
}

function refused({issues}: {issues: z.core.$ZodRawIssue[]}, input: unknown, message: string): never {
  issues.push({code: 'custom', message, input})
  return z.NEVER
}

/** Takes the answer of a call that has succeeded when its status says so; its body is not read. */
export const anyAnswer = z.unknown()

/** Reads the answer of a call that has succeeded by its status, and is null when the body holds no entity. */
export const orNull = <T>(schema: ZodMiniType<T>) =>
  z.transform((sent: unknown): T | null => schema.safeParse(sent).data ?? null)

const TIMES = ['createdAt', 'lastLogin', 'lastUpdateTs'] as const satisfies (keyof UserWire | keyof AttributeWire)[]

type Entity = Readonly<Record<string, unknown>>

function withKnownForms(sent: Entity): Entity {
  const times = TIMES.filter(name => typeof sent[name] === 'string').map(name => [name, epochMs(String(sent[name]))])
  if (times.length === 0 && sent._id !== undefined) return sent
  return {...sent, _id: sent._id ?? sent.id, ...Object.fromEntries(times)}
}

/** The result is NaN, which no schema accepts, when the text is not a time. */
const epochMs = (text: string): number => (/^\d+$/.test(text) ? Number(text) : Date.parse(text))

function withoutOddities(entity: Entity, issues: readonly z.core.$ZodIssue[]): Entity {
  const repairs = issues.map(({path: [name = ''], ...issue}) => {
    const value = entity[String(name)]
    const isTextRequested = 'expected' in issue && issue.expected === 'string'
    return [name, isTextRequested && typeof value === 'number' ? String(value) : undefined]
  })
  return {...entity, ...Object.fromEntries(repairs)}
}

const isEntity = (sent: unknown): sent is Entity => typeof sent === 'object' && sent !== null && !Array.isArray(sent)

/** An item that can't be read is left out, so that it doesn't cost the others. */
export function readBatch<Wire, Read>(
  batch: unknown,
  schema: ZodMiniType<Wire>,
  readOf: (wire: InClientNames<Wire>) => Read,
): Read[] {
  if (!Array.isArray(batch)) return []
  return batch.flatMap(item => {
    const {success, data} = schema.safeParse(item)
    return success ? [readOf(inClientNames(schema, data))] : []
  })
}
