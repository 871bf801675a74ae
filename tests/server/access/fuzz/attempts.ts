import fc from 'fast-check'
import {ACTORS, type Actor} from '../people'
import {anyBody, type Body, bodyOf} from './bodies'
import {contentType, headers} from './headers'
import type {Shape} from './shapes'
import {strayUrl, urlOf} from './urls'
import type {Known} from './wire'

export interface Attempt {
  actor: Actor
  method: string
  url: string
  headers: Record<string, string>
  body: Body
}

/** As the contract has it, or nearly so. */
export function shapedAttempt(shapes: readonly Shape[], known: Known): fc.Arbitrary<Attempt> {
  return fc.oneof(...shapes.map(shape => ({arbitrary: attemptAt(shape, known), weight: weightOf(shape)})))
}

/** To a route that there is, with a body or by a method that it does not know. */
export function looseAttempt(shapes: readonly Shape[], known: Known): fc.Arbitrary<Attempt> {
  return fc
    .record({
      attempt: shapedAttempt(shapes, known),
      method: fc.option(fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS')),
      type: fc.option(contentType),
      body: anyBody,
    })
    .map(({attempt, method, type, body}) => ({
      ...attempt,
      method: method ?? attempt.method,
      headers: {...attempt.headers, ...(type !== null && {'content-type': type})},
      body,
    }))
}

/** To anywhere. */
export function strayAttempt(shapes: readonly Shape[], known: Known): fc.Arbitrary<Attempt> {
  return fc.tuple(looseAttempt(shapes, known), strayUrl()).map(([attempt, url]) => ({...attempt, url}))
}

function attemptAt(shape: Shape, known: Known): fc.Arbitrary<Attempt> {
  const {method} = shape
  return fc.record({
    actor: fc.constantFrom(...ACTORS),
    method: method === 'GET' ? fc.constantFrom('GET', 'GET', 'GET', 'HEAD') : fc.constant(method),
    url: urlOf(shape, known),
    headers,
    body: bodyOf(shape, known),
  })
}

/** Calls that hash a password cost as much as twenty others; the pages are the same for everybody. */
const RARE = /\/(login|register|register\/|confirm\/|setup|\*)$|^\/docs/

const weightOf = ({path}: Shape): number => (RARE.test(path) ? 1 : 6)
