import {describe, expect, it} from 'vitest'
import * as z from 'zod/mini'
import {inClientNames} from '../../../contract/wire/names'
import type {Route} from '../../../contract/wire/route'
import type {Http} from '../../../src/api/http'
import {readCurrentUser} from '../../../src/wiring/session/currentUser'
import {refused} from '../../support/failures'

const USER = {_id: 'u1', email: 'ada@works.test', authority: 'SYS_ADMIN'}
const never = new Promise<never>(() => {})

/** A server by its answers to the two calls; `asked` tells which were made, in their order. */
function server({user, profile}: {user: () => Promise<unknown>; profile: () => Promise<unknown>}) {
  const asked: string[] = []
  const http: Pick<Http, 'call'> = {
    async call<R extends Route>({path, answer}: R) {
      asked.push(path)
      const answered = z.parse<R['answer']>(answer, await (path === '/api/v0/user' ? user() : profile()))
      return inClientNames<R['answer']>(answer, answered)
    },
  }
  return {asked, read: () => readCurrentUser(http, new AbortController().signal)}
}

describe('the temperature unit of whoever is signed in', () => {
  it('is the one that is told with the user, and then no profile is asked for', async () => {
    const {asked, read} = server({user: async () => ({...USER, temperature_unit: 'fahrenheit'}), profile: () => never})
    expect((await read()).temperatureUnit).toBe('fahrenheit')
    expect(asked).toEqual(['/api/v0/user'])
  })

  it('is else that of the profile', async () => {
    const {asked, read} = server({user: async () => USER, profile: async () => ({temperature_unit: 'fahrenheit'})})
    expect((await read()).temperatureUnit).toBe('fahrenheit')
    expect(asked).toEqual(['/api/v0/user', '/api/v0/users/profile'])
  })

  it.each([
    ['there is no profile', async () => Promise.reject(refused(404))],
    ['the profile can’t be read', async () => Promise.reject(refused(500))],
    ['the profile makes no sense', async () => ({temperature_unit: 'kelvin'})],
    ['the profile does not say', async () => ({name: 'Ada'})],
  ])('is celsius when %s', async (_, profile) => {
    const {read} = server({user: async () => USER, profile})
    expect((await read()).temperatureUnit).toBe('celsius')
  })

  it('is of nobody when the user can’t be read', async () => {
    const {read} = server({user: () => Promise.reject(refused(401)), profile: () => Promise.reject(refused(401))})
    await expect(read()).rejects.toEqual(refused(401))
  })
})
