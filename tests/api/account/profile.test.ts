import {afterAll, beforeAll, expect, it} from 'vitest'
import {readOwnProfile} from '../../../contract/wire/people/profile'
import {createProfile, loadProfile, updateProfile} from '../../../src/api/account/profile'
import type {Http} from '../../../src/api/http'
import {createTestApp, seedUser, type TestApp} from '../../support/app'
import {ADA} from '../../support/profile'
import {signedInHttp} from '../signedIn'

let server: TestApp
let http: Http

beforeAll(async () => {
  server = await createTestApp()
  await seedUser(server.database, {email: 'ada@works.test'})
  http = await signedInHttp(server, 'ada@works.test')
})
afterAll(() => server.close())

it('is null before it is made, and can’t be updated', async () => {
  expect(await loadProfile(http)).toBeNull()
  await expect(updateProfile(http, ADA)).rejects.toMatchObject({status: 404})
})

it('is what was made of it, and completed', async () => {
  await createProfile(http, ADA)
  expect(await loadProfile(http)).toEqual(ADA)
  await expect(createProfile(http, ADA)).rejects.toMatchObject({status: 409})
  await updateProfile(http, {...ADA, city: 'Zürich', temperatureUnit: 'celsius'})
  expect(await loadProfile(http)).toEqual({...ADA, city: 'Zürich', temperatureUnit: 'celsius'})
  expect(await http.call(readOwnProfile, {})).toMatchObject({isCompleted: true})
})
