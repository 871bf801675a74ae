import {resolve} from 'node:path'
import {describe, expect, it} from 'vitest'
import {readEnvironment} from '../../server/environment'

describe('readEnvironment', () => {
  it('needs no variable at all', () => {
    expect(readEnvironment({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      dataDir: resolve('data'),
      databaseUrl: undefined,
      redisUrl: undefined,
      smtpUrl: undefined,
      publicUrl: undefined,
      demo: false,
      additions: true,
      logLevel: 'warn',
    })
  })

  it('takes an empty variable for one that is not set', () => {
    expect(readEnvironment({PORT: '', DATABASE_URL: ''})).toEqual(readEnvironment({}))
  })

  it.each([
    ['1', true],
    ['on', true],
    ['true', true],
    ['0', false],
    ['off', false],
    ['false', false],
  ])('reads DEMO=%s', (DEMO, demo) => {
    expect(readEnvironment({DEMO}).demo).toBe(demo)
  })

  it.each([
    [{PORT: 'http'}, "PORT must be a port number."],
    [{PORT: '70000'}, "PORT must be a port number."],
    [{DEMO: 'perhaps'}, "DEMO must be on or off."],
    [
      {DATABASE_URL: 'mysql://host/database'},
      "DATABASE_URL must be an address such as postgres://user@host/database.",
    ],
  ])('refuses %o by name', (variables, message) => {
    expect(() => readEnvironment(variables)).toThrow(message)
  })
})
