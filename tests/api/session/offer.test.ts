import {describe, expect, it} from 'vitest'
import {ApiError} from '../../../src/api/errors'
import {findServer, probeOffer} from '../../../src/api/session/offer'
import {PULSEWALL} from '../../support/offer'
import {answering, createHttpTo} from '../anyServer'

const HTML = '<!doctype html><title>Pulse</title>'
const OTHER_ANSWERS = [
  ['401', answering(401, '{"message":"no"}')],
  ['403', answering(403, '{"message":"no"}')],
  ['405', answering(405, '')],
  ['500', answering(500, '{"message":"broken"}')],
  ['200 with a page', answering(200, HTML, 'text/html')],
  ['200 with something else', answering(200, '{"live":true}')],
] as const

describe('what a server offers', () => {
  it('is what it says', async () => {
    const {http} = await createHttpTo(answering(200, '{"pulsewall":1,"build":"b1","mqtt":{"port":1883}}'))
    expect(await probeOffer(http, {known: null})).toEqual({pulsewall: 1, build: 'b1', mqtt: {port: 1883}})
  })

  it.each([['404', answering(404, '{"message":"unknown"}')] as const, ...OTHER_ANSWERS])(
    'is the specified calls when it answers %s',
    async (_, answer) => {
      const {http} = await createHttpTo(answer)
      expect(await probeOffer(http, {known: null})).toBe('specified')
      expect(await probeOffer(http, {known: 'specified'})).toBe('specified')
    },
  )

  it.each(OTHER_ANSWERS)('is not unsaid by %s while it is known to offer something', async (_, answer) => {
    const {http} = await createHttpTo(answer)
    await expect(probeOffer(http, {known: PULSEWALL})).rejects.toBeInstanceOf(ApiError)
  })

  it('is unsaid by 404', async () => {
    const {http} = await createHttpTo(answering(404, ''))
    expect(await probeOffer(http, {known: PULSEWALL})).toBe('specified')
  })

  it.each([502, 503, 504])('is not known when a gateway answers %d', async status => {
    const {http} = await createHttpTo(answering(status, HTML, 'text/html'))
    await expect(probeOffer(http, {known: null})).rejects.toMatchObject({kind: 'unreachable'})
  })

  it('is not known without an answer', async () => {
    const {http, stop} = await createHttpTo(answering(200, '{}'))
    await stop()
    await expect(probeOffer(http, {known: null})).rejects.toMatchObject({kind: 'unreachable'})
  })
})

describe('a server', () => {
  it.each([['404', answering(404, '')] as const, ...OTHER_ANSWERS])(
    'is there when it answers %s',
    async (_, answer) => {
      const {http} = await createHttpTo(answer)
      expect(await findServer(http)).toBeUndefined()
    },
  )

  it('is away when a gateway answers, or nobody', async () => {
    const {http, stop} = await createHttpTo(answering(503, ''))
    await expect(findServer(http)).rejects.toMatchObject({kind: 'unreachable'})
    await stop()
    await expect(findServer(http)).rejects.toMatchObject({kind: 'unreachable'})
  })
})
