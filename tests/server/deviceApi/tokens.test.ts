import {expect, it} from 'vitest'
import {createDeviceTokens} from '../../../server/deviceApi/tokens'

const DEVICE = {id: 'd', number: 1, organisationId: 'o'}

function createTokens() {
  const clock = {now: 0}
  const asked: string[] = []
  const stored = new Map([['good', DEVICE]])
  const findByAccessToken = async (token: string) => {
    asked.push(token)
    return stored.get(token)
  }
  return {clock, asked, stored, tokens: createDeviceTokens({findByAccessToken}, () => clock.now)}
}

it('asks the database once for a while', async () => {
  const {tokens, asked, clock} = createTokens()
  expect(await tokens.find('good')).toEqual(DEVICE)
  clock.now = 4_999
  expect(await tokens.find('good')).toEqual(DEVICE)
  expect(asked).toEqual(['good'])
  clock.now = 5_000
  await tokens.find('good')
  expect(asked).toEqual(['good', 'good'])
})

it('does not remember a token that is unknown, so that a new device works at once', async () => {
  const {tokens, stored} = createTokens()
  expect(await tokens.find('new')).toBeUndefined()
  stored.set('new', DEVICE)
  expect(await tokens.find('new')).toEqual(DEVICE)
})

it.each([[DEVICE.id], [[DEVICE.id, 'another']]])('forgets devices whose credentials ended (%j)', async deviceIds => {
  const {tokens, stored} = createTokens()
  await tokens.find('good')
  stored.clear()
  tokens.forget(deviceIds)
  expect(await tokens.find('good')).toBeUndefined()
})

it('does not remember an answer that was asked for before the credentials ended', async () => {
  const {tokens, stored} = createTokens()
  const asked = tokens.find('good')
  tokens.forget(DEVICE.id)
  await asked
  stored.clear()
  expect(await tokens.find('good')).toBeUndefined()
})
