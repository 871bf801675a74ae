import {Validator} from '@seriousme/openapi-schema-validator'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import type {DocsReaders} from '../../../../server/http/browser/docs'
import {createTestApp, seedUser, signIn, type TestApp} from '../../../support/app'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  await seedUser(test.database, {email: 'reader@works.test'})
})
afterAll(() => test.close())

describe('the description of the API', () => {
  it.each<[DocsReaders, number, number]>([
    ['everyone', 200, 200],
    ['signedIn', 401, 200],
    ['nobody', 404, 404],
  ])('for %s is answered with %i to strangers, and with %i to people', async (docs, strangers, people) => {
    const described = await createTestApp({database: test.database, docs})
    const cookies = await signIn(described.app, 'reader@works.test')
    for (const url of ['/docs', '/docs/json', '/docs/yaml', '/docs/static/swagger-ui.css']) {
      expect((await described.app.inject({url})).statusCode).toBe(strangers)
      expect((await described.app.inject({url, cookies})).statusCode).toBe(people)
    }
    await described.close()
  })

  it('is valid OpenAPI, and names each of its schemas', async () => {
    const described = await test.app.inject({url: '/docs/json', cookies: await signIn(test.app, 'reader@works.test')})

    expect(await new Validator().validate(described.json())).toEqual({valid: true})
    const names = [...described.body.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name)
    expect(Object.keys(described.json().components.schemas)).toEqual(expect.arrayContaining([...new Set(names)]))
  })

  it('says that programs call with API keys', async () => {
    const cookies = await signIn(test.app, 'reader@works.test')

    const described = await test.app.inject({url: '/docs/json', cookies})

    expect(described.json().components.securitySchemes.apiKey).toMatchObject({type: 'http', scheme: 'bearer'})
  })
})
