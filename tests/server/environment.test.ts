import {resolve} from 'node:path'
import {describe, expect, it} from 'vitest'
import {readEnvironment} from '../../server/environment'

describe('readEnvironment', () => {
  it('needs no variable at all', () => {
    expect(readEnvironment({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      mqtt: {port: 1883, tls: undefined},
      dataDir: resolve('data'),
      databaseUrl: undefined,
      databasePatience: 1,
      redisUrl: undefined,
      smtpUrl: undefined,
      publicUrl: undefined,
      allowedHosts: [],
      trustedProxies: [],
      secondFactorRequired: [],
      docs: 'signedIn',
      demo: false,
      additions: true,
      files: {url: undefined, fileLimit: 2 * 1024 ** 3, quota: null},
      rateLimits: {},
      webhookAllowPrivate: false,
      stopDelay: 0,
      sessionLifetimeDays: 90,
      breachedPasswordsUrl: undefined,
      mapTiles: undefined,
      metricsToken: undefined,
      backups: undefined,
      diskLimits: {warning: 0.8, critical: 0.9},
      packing: true,
      retention: {values: undefined, audit: undefined},
      logLevel: 'info',
      logFormat: undefined,
    })
  })

  it('reads when to back up', () => {
    expect(readEnvironment({BACKUP_DIR: '/backups'}).backups).toEqual({folder: '/backups', every: 86_400_000, keep: 7})
    expect(readEnvironment({BACKUP_DIR: '/backups', BACKUP_EVERY: '2d', BACKUP_KEEP: '3'}).backups).toEqual({
      folder: '/backups',
      every: 2 * 86_400_000,
      keep: 3,
    })
    expect(() => readEnvironment({BACKUP_EVERY: 'daily'})).toThrow('BACKUP_EVERY must be a time such as 24h or 7d.')
    expect(() => readEnvironment({BACKUP_KEEP: '0'})).toThrow('BACKUP_KEEP must be a number of backups.')
  })

  it('reads for how long it goes on serving once it stops', () => {
    expect(readEnvironment({STOP_DELAY: '3'}).stopDelay).toBe(3000)
    expect(() => readEnvironment({STOP_DELAY: 'soon'})).toThrow('STOP_DELAY must be a number of seconds.')
  })

  it('reads for how long things are kept', () => {
    const days = {RETENTION_DAYS: '90', ROLLUP_DAYS: '3650', AUDIT_DAYS: '365'}
    expect(readEnvironment(days).retention).toEqual({values: 90, rollups: 3650, audit: 365})
    expect(() => readEnvironment({RETENTION_DAYS: '0'})).toThrow('RETENTION_DAYS must be at least 1 day.')
    expect(() => readEnvironment({AUDIT_DAYS: 'long'})).toThrow('AUDIT_DAYS must be a number of days.')
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
    ['public', true],
  ])('reads DEMO=%s', (DEMO, demo) => {
    expect(readEnvironment({DEMO}).demo).toBe(demo)
  })

  it.each([
    [{PORT: 'http'}, 'PORT must be a port number.'],
    [{TRUSTED_PROXIES: '10.0.0.1,proxy.test'}, 'TRUSTED_PROXIES must be IP addresses or networks such as 10.0.0.5'],
    [{ALLOWED_HOSTS: 'https://walls.test'}, 'ALLOWED_HOSTS must be names of hosts such as pulsewall.local'],
    [{PUBLIC_URL: 'https://works.test/pulse/'}, 'PUBLIC_URL must be the address of a host'],
    [{DOCS: 'maybe'}, 'DOCS must be on, off or public.'],
    [{PORT: '70000'}, 'PORT must be a port number.'],
    [{DEMO: 'perhaps'}, 'DEMO must be on, off or public.'],
    [{RATE_LIMITS_USER: '100'}, 'RATE_LIMITS_USER must be rate limits such as 100:1,2000:60'],
    [{RATE_LIMITS_DEVICE: ' '}, 'RATE_LIMITS_DEVICE must be rate limits such as 100:1,2000:60'],
    [{ASSETS_URL: 'https://bucket'}, 'ASSETS_URL must be an address such as s3://bucket/prefix'],
    [{ASSETS_FILE_LIMIT: '2 GB'}, 'ASSETS_FILE_LIMIT must be a number of bytes such as 500M or 2G.'],
    [{DATABASE_PATIENCE: '0'}, 'DATABASE_PATIENCE must be at least 1.'],
    [
      {MAP_TILES_URL: 'https://tiles.test/{z}/{x}.png'},
      'MAP_TILES_URL must be an address such as https://tiles.example',
    ],
    [{MAP_TILES_URL: 'https://{s}.tiles.test/{z}/{x}/{y}'}, 'MAP_TILES_URL must be an address such as https://tiles'],
    [{MAP_TILES_URL: 'file:///tiles/{z}/{x}/{y}.png'}, 'MAP_TILES_URL must be an address such as https://tiles'],
    [
      {MAP_TILES_URL: 'https://tiles.test/{z}/{x}/{y}'},
      'MAP_TILES_URL and MAP_TILES_ATTRIBUTION must be set together.',
    ],
    [{MAP_TILES_ATTRIBUTION: '© Tiles'}, 'MAP_TILES_URL and MAP_TILES_ATTRIBUTION must be set together.'],
    [{DATABASE_URL: 'mysql://host/database'}, 'DATABASE_URL must be an address such as postgres://user@host/database.'],
  ])('refuses %o by name', (variables, message) => {
    expect(() => readEnvironment(variables)).toThrow(message)
  })

  it('takes tiles of maps with whom to name for them', () => {
    const tiles = {MAP_TILES_URL: 'http://tiles.test:8080/{z}/{x}/{y}.png?key=1', MAP_TILES_ATTRIBUTION: '© Tiles'}

    expect(readEnvironment(tiles).mapTiles).toEqual({
      url: 'http://tiles.test:8080/{z}/{x}/{y}.png?key=1',
      attribution: '© Tiles',
    })
  })

  it('takes the rate limits that are given', () => {
    const variables = {
      RATE_LIMITS_DEVICE: '100:1,2000:60',
      RATE_LIMITS_ORGANISATION: '9:1',
      RATE_LIMITS_DEVICE_VALUES: '5:1',
      RATE_LIMITS_ORGANISATION_VALUES: '6:1',
      RATE_LIMITS_USER: '7:60',
    }

    expect(readEnvironment(variables).rateLimits).toEqual({
      device: '100:1,2000:60',
      organisation: '9:1',
      deviceValues: '5:1',
      organisationValues: '6:1',
      user: '7:60',
    })
  })

  it('takes lists, with blanks or without', () => {
    const variables = {ALLOWED_HOSTS: 'pulsewall.local, walls.test', TRUSTED_PROXIES: '10.0.0.5,172.16.0.0/12'}

    expect(readEnvironment(variables)).toMatchObject({
      allowedHosts: ['pulsewall.local', 'walls.test'],
      trustedProxies: ['10.0.0.5', '172.16.0.0/12'],
    })
  })

  it.each([
    [{}, 'signedIn'],
    [{DEMO: 'on'}, 'everyone'],
    [{DEMO: 'on', DOCS: 'on'}, 'signedIn'],
    [{DOCS: 'public'}, 'everyone'],
    [{DEMO: 'on', DOCS: 'off'}, 'nobody'],
  ])('opens the description of the API by %o to %s', (variables, docs) => {
    expect(readEnvironment(variables).docs).toBe(docs)
  })

  it.each([
    ['1000', 1000],
    ['500k', 500 * 1024],
    ['3G', 3 * 1024 ** 3],
  ])('takes ASSETS_QUOTA=%s', (ASSETS_QUOTA, quota) => {
    expect(readEnvironment({ASSETS_QUOTA}).files.quota).toBe(quota)
  })

  it.each(['localhost', '127.0.0.1', '127.1.2.3', '::1'])('serves the demo at %s', HOST => {
    expect(readEnvironment({HOST, DEMO: 'on'}).demo).toBe(true)
  })

  it.each(['0.0.0.0', '::', '192.168.1.7', 'pulsewall.example', '127.evil.test'])(
    'serves the demo at %s only when that is wished for',
    HOST => {
      expect(() => readEnvironment({HOST, DEMO: 'on'})).toThrow('DEMO=public')
      expect(readEnvironment({HOST, DEMO: 'public'}).demo).toBe(true)
    },
  )
})
