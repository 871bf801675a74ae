import {describe, expect, it} from 'vitest'
import {createDeviceTokens} from '../../../server/deviceApi/tokens'
import {HttpError} from '../../../server/http/failures/errors'

const DEVICE = {id: 'd', number: 1, organisationId: 'o', expiresAt: null as number | null}
const HOME = '192.0.2.1'

function createTokens() {
  const clock = {now: 0}
  const asked: string[] = []
  const stored = new Map([['good', DEVICE]])
  const findByAccessToken = async (token: string) => {
    asked.push(token)
    return stored.get(token)
  }
  return {
    clock,
    asked,
    stored,
    tokens: createDeviceTokens({findByAccessToken}, {now: () => clock.now, guessLimit: '5:300'}),
  }
}

it('asks the database once for a while', async () => {
  const {tokens, asked, clock} = createTokens()
  expect(await tokens.find('good', HOME)).toEqual(DEVICE)
  clock.now = 4_999
  expect(await tokens.find('good', HOME)).toEqual(DEVICE)
  expect(asked).toEqual(['good'])
  clock.now = 5_000
  await tokens.find('good', HOME)
  expect(asked).toEqual(['good', 'good'])
})

it('remembers no token beyond its end', async () => {
  const {tokens, stored, clock} = createTokens()
  stored.set('good', {...DEVICE, expiresAt: 1_000})
  await tokens.find('good', HOME)
  stored.clear()
  clock.now = 999
  expect(await tokens.find('good', HOME)).toBeDefined()
  clock.now = 1_000
  expect(await tokens.find('good', HOME)).toBeUndefined()
})

it('looks an unknown token up once a second, so that a new device works soon and its calls cost nothing before', async () => {
  const {tokens, stored, asked, clock} = createTokens()
  for (let call = 0; call < 100; call++) expect(await tokens.find('new', HOME)).toBeUndefined()
  expect(asked).toEqual(['new'])
  stored.set('new', DEVICE)
  clock.now += 1000
  expect(await tokens.find('new', HOME)).toEqual(DEVICE)
})

it.each([[DEVICE.id], [[DEVICE.id, 'another']]])('forgets devices whose credentials ended (%j)', async deviceIds => {
  const {tokens, stored} = createTokens()
  await tokens.find('good', HOME)
  stored.clear()
  tokens.forget(deviceIds)
  expect(await tokens.find('good', HOME)).toBeUndefined()
})

it('does not remember an answer that was asked for before the credentials ended', async () => {
  const {tokens, stored} = createTokens()
  const asked = tokens.find('good', HOME)
  tokens.forget(DEVICE.id)
  await asked
  stored.clear()
  expect(await tokens.find('good', HOME)).toBeUndefined()
})

describe('a network that tries unknown tokens', () => {
  const SECOND = 1000

  function createGuessing() {
    const parts = createTokens()
    /** The device that was found, or how many seconds the network has to wait. */
    async function trial(token: string, address = HOME) {
      try {
        return (await parts.tokens.find(token, address)) ?? 'unknown'
      } catch (refusal) {
        if (!(refusal instanceof HttpError)) throw refusal
        return Number(refusal.headers['retry-after'])
      }
    }
    let wrong = 0
    const guess = () => trial(`wrong ${wrong++}`)
    async function guessUntilItWaits() {
      while ((await guess()) === 'unknown');
    }
    return {...parts, trial, guess, guessUntilItWaits}
  }

  it('is delayed, and by more each time', async () => {
    const {clock, guess} = createGuessing()
    const told: unknown[] = []
    for (let round = 0; round < 6 + 2 * 4; round++) {
      const answer = await guess()
      told.push(answer)
      if (typeof answer === 'number') clock.now += answer * SECOND
    }
    expect(told).toEqual([...Array(6).fill('unknown'), 1, 'unknown', 2, 'unknown', 4, 'unknown', 8, 'unknown'])
  })

  it('learns nothing of a token that it tries in the meantime, though a device elsewhere is sending with it', async () => {
    const {trial, guessUntilItWaits, asked} = createGuessing()
    await guessUntilItWaits()
    expect(await trial('good', '198.51.100.7')).toEqual(DEVICE)
    asked.length = 0

    expect([await trial('good'), await trial('good')]).toEqual([1, 1])
    expect(asked).toEqual([])
  })

  it('does not get through by trying many at the same moment', async () => {
    const {trial} = createGuessing()
    const wrong = Array.from({length: 100}, (_, at) => `wrong ${at}`)

    const answers = await Promise.all([...wrong, 'good'].map(token => trial(token)))

    expect(answers.filter(answer => answer === 'unknown')).toHaveLength(6)
    expect(answers.at(-1)).toBe(1)
  })

  it('does not hinder a device there whose token has worked before', async () => {
    const {clock, trial, guessUntilItWaits} = createGuessing()
    expect(await trial('good')).toEqual(DEVICE)
    await guessUntilItWaits()

    expect(await trial('good')).toEqual(DEVICE)
    clock.now += 500
    expect(await trial('good')).toEqual(DEVICE)
  })

  it('does not hinder other networks', async () => {
    const {trial, guessUntilItWaits} = createGuessing()
    await guessUntilItWaits()

    expect([await trial('good', '198.51.100.7'), await trial('else', '198.51.100.7')]).toEqual([DEVICE, 'unknown'])
  })

  it('is one of which many devices may start at the same moment', async () => {
    const {stored, trial} = createGuessing()
    const names = Array.from({length: 1000}, (_, at) => `device ${at}`)
    for (const name of names) stored.set(name, DEVICE)

    expect(await Promise.all(names.map(name => trial(name)))).toEqual(names.map(() => DEVICE))
  })

  it('is not delayed by a device that goes on with a token that has ended', async () => {
    const {trial} = createGuessing()
    for (let round = 0; round < 100; round++) expect(await trial('ended')).toBe('unknown')

    expect(await trial('good')).toEqual(DEVICE)
  })
})
