import {isUtf8} from 'node:buffer'
import type {FastifyInstance, FastifyRequest} from 'fastify'
import {JSON_DEPTH} from '../../contract/limits'
import {withoutTrailing} from '../../contract/rules/text'
import {badRequest} from './failures/errors'

type ParsedBody = (error: Error | null, body?: unknown) => void

/**
 * Accepts only JSON as a body. A body with `__proto__` or with too deep nesting is refused with 400; an empty body
 * counts as no body.
 */
export function readJsonBodies(app: FastifyInstance) {
  app.removeContentTypeParser('text/plain')
  app.removeContentTypeParser('application/json')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(
    'application/json',
    {parseAs: 'string'},
    (request: FastifyRequest, body: string, done: ParsedBody) => {
      if (body === '') return done(null)
      if (isTooDeep(body)) return done(tooDeep())
      void parse(request, body, done)
    },
  )
}

const tooDeep = () => badRequest(`JSON may be nested ${JSON_DEPTH} levels deep at most.`)

/** The body of a device's message, which must be there. Throws an `HttpError` with status 400. */
export function asText(body: unknown): string {
  if (!(body instanceof Buffer)) throw badRequest('The body is empty.')
  if (!isUtf8(body)) throw badRequest('The body is not UTF-8.')
  return body.toString()
}

/** Any JSON that is not nested too deeply. Throws an `HttpError` with status 400. */
export function readAnyJson(body: string): unknown {
  if (isTooDeep(body)) throw tooDeep()
  return parseJson(body)
}

/**
 * Parses JSON for callers that read no deeper than they must. Some devices send a byte order mark before it, or the NUL
 * at the end of a text in C after it. Throws an `HttpError` with status 400.
 */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(withoutTrailing(body.startsWith('\uFEFF') ? body.slice(1) : body, '\0'))
  } catch {
    throw badRequest('The body is not valid JSON.')
  }
}

const QUOTE = 34
const BACKSLASH = 92
const OPENING = [91, 123]
const CLOSING = [93, 125]

/** Runs before the text is parsed, so it can count brackets only; those within strings do not count. */
export function isTooDeep(json: string): boolean {
  let depth = 0
  let inString = false
  for (let index = 0; index < json.length; index++) {
    const character = json.charCodeAt(index)
    if (character === QUOTE) inString = !inString
    else if (inString && character === BACKSLASH) index++
    else if (!inString && OPENING.includes(character) && ++depth > JSON_DEPTH) return true
    else if (!inString && CLOSING.includes(character)) depth--
  }
  return false
}

interface JsonReply {
  type(contentType: string): unknown
  serializer(write: typeof JSON.stringify): unknown
}

/**
 * A reply that sends its answer as it is, for thousands of rows that would take longer to parse by their schema than
 * to read. The compiler checks their type.
 */
export function unparsed<Reply extends JsonReply>(reply: Reply): Reply {
  reply.type('application/json; charset=utf-8')
  reply.serializer(JSON.stringify)
  return reply
}
