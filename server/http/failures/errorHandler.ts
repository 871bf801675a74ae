import {DrizzleQueryError} from 'drizzle-orm'
import type {FastifyError, FastifyReply, FastifyRequest} from 'fastify'
import {hasZodFastifySchemaValidationErrors, type ZodFastifySchemaValidationError} from 'fastify-type-provider-zod'
import {NAME_LENGTH} from '../../../contract/limits'
import {databaseFailure} from './databaseFailure'
import {HttpError} from './errors'

const UNFORESEEN = 500

/**
 * Answers every failure with `{message}`. Failures that no rule foresees are logged here, and the answer gives no
 * details; `refusals.ts` reports the others, since an outage fails every call.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = toHttpError(error)
  if (failure.statusCode === UNFORESEEN)
    request.log.error({err: error, route: request.routeOptions.url}, 'a call failed')
  return reply.code(failure.statusCode).headers(failure.headers).send({message: failure.message})
}

/** The answer to a failure of any kind. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (hasZodFastifySchemaValidationErrors(error)) return new HttpError(400, explain(error.validation))
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return (
    databaseFailure(cause) ?? fastifyFailure(cause) ?? new HttpError(UNFORESEEN, 'Something went wrong on the server.')
  )
}

/**
 * Messages of Fastify with status 4xx (malformed JSON, too large, wrong media type) can be shown to the caller as is.
 */
function fastifyFailure(error: unknown): HttpError | undefined {
  if (!isFastifyError(error)) return undefined
  const {statusCode = 500, message} = error
  return statusCode >= 400 && statusCode < 500 ? new HttpError(statusCode, message) : undefined
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
}

const MAX_ISSUES = 5

function explain(issues: ZodFastifySchemaValidationError[]): string {
  return issues
    .slice(0, MAX_ISSUES)
    .map(({instancePath, message = 'is not valid', keyword, params}) => {
      if (keyword === 'unrecognized_keys') return `There is no field ${String(params.keys).slice(0, NAME_LENGTH)}`
      const field = instancePath.slice(1).replaceAll('/', '.')
      if (field !== '') return `${field}: ${message}`
      return keyword === 'custom' ? message : `The request ${message}`
    })
    .join('; ')
}
