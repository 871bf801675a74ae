import type {RequestListener} from 'node:http'
import {describe, expect, it} from 'vitest'
import * as z from 'zod/mini'
import {route} from '../../contract/wire/route'
import {createServerClock} from '../../src/api/serverClock'
import {createHttpTo} from './anyServer'

const names = route('GET', '/names', {answer: z.array(z.string())})
const rename = route('POST', '/names', {answer: z.unknown()})
const OPENING = '/opening?devices=true'
const LONG = 60_000
const DATE = 'Thu, 01 Jan 2026 00:00:00 GMT'

/** A page whose server tells `opening`, or refuses, as what its first calls answer. */
async function openPage(opening: unknown, status = 200) {
  const asked: string[] = []
  const answer: RequestListener = ({method, url}, response) => {
    asked.push(`${method} ${url}`)
    const isOpening = url === OPENING
    response.writeHead(isOpening ? status : 200, {'content-type': 'application/json', date: DATE})
    response.end(JSON.stringify(isOpening ? opening : ['called']))
  }
  let now = 1000
  const clock = createServerClock(() => now)
  const {http, outcomes} = await createHttpTo(answer, {}, {opening: OPENING, clock})
  await expect.poll(() => asked.length).toBe(1)
  const pass = () => {
    now += LONG
  }
  return {http, outcomes, asked, clock, pass}
}

describe('what came with the page', () => {
  it('answers a call that takes it, once', async () => {
    const {http, asked, outcomes} = await openPage({'/names': ['of the page']})
    expect(await http.call(names, {asOfPage: true})).toEqual(['of the page'])
    expect([asked, outcomes]).toEqual([['GET /opening?devices=true'], ['reached']])
    expect(await http.call(names, {asOfPage: true})).toEqual(['called'])
  })

  it('answers no other call', async () => {
    const {http} = await openPage({'/names': ['of the page']})
    expect(await http.call(names, {})).toEqual(['called'])
    expect(await http.answerOfPage(names)).toEqual(['of the page'])
    expect(await http.answerOfPage(names)).toBeNull()
  })

  it.each([
    ['refused', {message: 'Not signed in.'}, 401],
    ['of another shape', ['/names'], 200],
    ['of another shape for the call', {'/names': {a: 1}}, 200],
    ['silent about the call', {}, 200],
  ])('that is %s leaves the call to be made', async (_, opening, status) => {
    const {http, asked} = await openPage(opening, status)
    expect(await http.answerOfPage(names)).toBeNull()
    expect(await http.call(names, {asOfPage: true})).toEqual(['called'])
    expect(asked).toEqual(['GET /opening?devices=true', 'GET /names'])
  })

  it('is forgotten once something is changed', async () => {
    const {http} = await openPage({'/names': ['of the page']})
    await http.call(rename, {})
    expect(await http.call(names, {asOfPage: true})).toEqual(['called'])
  })

  it('is not given when it is old', async () => {
    const {http, outcomes, pass} = await openPage({'/names': ['of the page']})
    await expect.poll(() => outcomes).toEqual(['reached'])
    pass()
    expect(await http.call(names, {asOfPage: true})).toEqual(['called'])
  })

  it('tells the time as an answer does that was asked for when the page began', async () => {
    const {http, clock} = await openPage({'/names': []})
    await http.answerOfPage(names)
    // The page began a second ago, and a header is cut to whole seconds.
    expect(clock.now()).toBe(Date.parse(DATE) + 2000)
  })
})
