import type {FastifyInstance, FastifyRequest} from 'fastify'
import {JSON_DEPTH} from '../../contract/limits'
import {badRequest} from './errors'

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
      if (isTooDeep(body)) return done(badRequest(`JSON may be nested ${JSON_DEPTH} levels deep at most.`))
      void parse(request, body, done)
    },
  )
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
