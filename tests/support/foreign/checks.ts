import type {FastifyRequest} from 'fastify'
import * as z from 'zod'
import type {Fields} from './store'

/** The body, which holds all of `required`, perhaps some of `allowed`, and nothing else. */
export function checkBody(
  {body}: FastifyRequest,
  {required, allowed = []}: {required: readonly string[]; allowed?: readonly string[]},
): Fields {
  const fields = z.record(z.string(), z.unknown()).safeParse(body).data
  if (fields === undefined) throw refuse(400, 'The body must be an object.')
  const missing = required.find(name => fields[name] === undefined)
  if (missing !== undefined) throw refuse(400, `The field ${missing} is missing.`)
  const unknown = Object.keys(fields).find(name => !required.includes(name) && !allowed.includes(name))
  if (unknown !== undefined) throw refuse(400, `The field ${unknown} is not known here.`)
  if (fields.createdAt !== undefined && typeof fields.createdAt !== 'number') {
    throw refuse(400, 'The field createdAt must be in milliseconds.')
  }
  return fields
}

export const refuse = (statusCode: number, message: string): Error => Object.assign(new Error(message), {statusCode})
