import {eq, inArray} from 'drizzle-orm'
import {beforeEach, describe, expect, it, onTestFinished} from 'vitest'
import {OPENING_HOURS_ATTRIBUTE} from '../../../contract/rules/media/openingHours'
import type {Json} from '../../../contract/wire/common'
import type {Database} from '../../../server/database/connect'
import {asset, digitalAsset} from '../../../server/database/schema/asset'
import {attribute} from '../../../server/database/schema/attribute'
import {createSmtp} from '../../../server/mail/smtp'
import {createTestApp, seedDevice, seedOrganisation} from '../../support/app'
import {createTestDatabase} from '../../support/database'
import {startSmtp, type TestSmtp} from '../../support/smtp'
import {createVirtualTime, type VirtualTime} from '../../support/virtualTime'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A Monday at noon. */
const NOON = Date.UTC(2026, 10, 30, 12)
const REPORT = {
  ...{revision: 1, fetching: null, ready: 1, files: 1, playing: null, free: null, clock_error: 0, faults: {}},
  ...{zone: 'UTC', since: NOON, dark: null},
}

let database: Database
let smtp: TestSmtp
let time: VirtualTime
let organisationId: string
let videoId: string
let post: (body: object) => Promise<void>
let screensByState: () => Promise<Record<string, number>>
let restart: (meanwhile: () => Promise<unknown>) => Promise<void>

const write = (
  owner: {entityType: 'organisation' | 'device' | 'asset'; entityId: string},
  key: string,
  jsonV: Json,
  scope: 1 | 2 = 2,
) =>
  database.db
    .insert(attribute)
    .values({...owner, organisationId, scope, key, jsonV, lastUpdateTs: time.now()})
    .onConflictDoUpdate({
      target: [attribute.entityType, attribute.entityId, attribute.scope, attribute.key],
      set: {jsonV},
    })

/** A screen with a video in its playlist, of an organisation whose alarms go to a mailbox. Nobody has written a rule. */
beforeEach(async () => {
  database = await createTestDatabase()
  onTestFinished(() => database.close())
  smtp = await startSmtp()
  time = createVirtualTime(NOON)
  organisationId = await seedOrganisation(database, 'Lumen')
  const foyer = await seedDevice(database, {name: 'Foyer', organisationId})
  const [video] = await database.db
    .insert(asset)
    .values({organisationId, name: 'spring.mp4', label: 'video_asset'})
    .returning()
  videoId = video?.id ?? ''
  const file = {originalName: 'spring.mp4', size: 1, sha256: '', contentType: 'video/mp4'}
  await database.db.insert(digitalAsset).values({...file, assetId: videoId, organisationId})
  const targets = [{kind: 'email', address: 'media@lumen.test'}]
  await write({entityType: 'organisation', entityId: organisationId}, 'alarmRoutes', [{name: 'Media', targets}], 1)
  await write({entityType: 'device', entityId: foyer.id}, 'playlist', [{assetId: videoId, order: 0}])
  const start = async () => {
    const mailTransport = createSmtp({url: smtp.url, from: 'Pulsewall <pulsewall@lumen.test>'})
    const started = await createTestApp({database, mailTransport, time})
    await started.app.listen({host: '127.0.0.1', port: 0})
    return started
  }
  let {app, close} = await start()
  onTestFinished(() => close())
  restart = async meanwhile => {
    await close()
    await meanwhile()
    ;({app, close} = await start())
  }
  screensByState = async () => {
    const {body} = await app.inject({url: '/metrics'})
    const lines = body.matchAll(/^pulsewall_screens\{state="(\w+)"\} (\d+)$/gm)
    return Object.fromEntries([...lines].map(([, state, count]) => [state, Number(count)]))
  }
  // Another key is known before that of screens.
  await app.inject({method: 'POST', url: '/api/v1/Foyer-token/telemetry', body: {cpu: 3}})
  post = async body => {
    const answer = await app.inject({method: 'POST', url: '/api/v1/Foyer-token/attributes', body})
    expect(answer.statusCode, answer.body).toBe(200)
  }
})

const report = (changes: object) => post({player: {...REPORT, since: time.now(), ...changes}})
const plays = () => report({playing: videoId})

/** So much time goes by, in which the screen says each minute that it is alive. */
async function live(by: number) {
  for (let gone = 0; gone < by; gone += MINUTE) {
    await post({heartbeat: {ts: time.now()}})
    await time.advance(MINUTE)
  }
}

describe('a screen that somebody has to look at', () => {
  it('is told by mail after ten minutes without a picture, with the reason, what it showed last and what is tried', async () => {
    await plays()
    await live(15 * MINUTE)
    await report({dark: 'outsideHours'})
    await live(10 * MINUTE)
    expect(smtp.mails).toEqual([])
    await live(MINUTE)
    const {recipients, mail} = await smtp.next()
    expect(recipients).toEqual(['media@lumen.test'])
    expect(mail.subject).toBe(
      'Pulsewall: Critical · Foyer, screen: shows nothing: nothing is planned for this hour, it showed spring.mp4 last, since 12:15 UTC',
    )
    expect(mail.text).toContain('change the hours of a video, or the opening hours')

    await plays()
    await live(2 * MINUTE)
    const {mail: end} = await smtp.next()
    expect(end.subject).toBe('Pulsewall: Foyer, screen · over')
  })

  it('is counted by what the public sees on it, and by nothing before the first look', async () => {
    expect(await screensByState()).toEqual({})
    const none = {dark: 0, silent: 0, partly: 0, old: 0, mute: 0, new: 0, unknown: 0, playing: 0}
    await live(MINUTE)
    expect(await screensByState()).toEqual({...none, mute: 1})
    await plays()
    await live(MINUTE)
    expect(await screensByState()).toEqual({...none, playing: 1})
    await database.db.update(attribute).set({version: 4}).where(eq(attribute.key, 'playlist'))
    await live(MINUTE)
    expect(await screensByState()).toEqual({...none, old: 1})
    await time.advance(20 * MINUTE)
    expect(await screensByState()).toEqual({...none, silent: 1})
  })

  it('is told when it has been silent for ten minutes', async () => {
    await plays()
    await live(5 * MINUTE)
    await time.advance(9 * MINUTE)
    expect(smtp.mails).toEqual([])
    await time.advance(2 * MINUTE)
    expect((await smtp.next()).mail.subject).toBe(
      'Pulsewall: Critical · Foyer, screen: is silent, it showed spring.mp4 last, since 12:04 UTC',
    )
  })

  it('is told as a warning when it leaves a video out', async () => {
    await report({playing: 'another', faults: {[videoId]: 'The file can not be played.'}})
    await live(11 * MINUTE)
    expect((await smtp.next()).mail.subject).toMatch(
      /^Pulsewall: Warning · Foyer, screen: does not show all of its videos/,
    )
  })

  it('is not told outside its opening hours, and its ten minutes begin with them', async () => {
    const hours = {hours: [{from: '13:00', until: '20:00'}], tellAfter: 600}
    await write({entityType: 'organisation', entityId: organisationId}, OPENING_HOURS_ATTRIBUTE, hours)
    await report({dark: 'nothingAssigned'})
    await live(HOUR + 9 * MINUTE)
    expect(smtp.mails).toEqual([])
    await live(2 * MINUTE)
    expect((await smtp.next()).mail.subject).toContain('nothing is assigned to it')
  })

  it('is told to be over when the device is no screen any more, though the server was down meanwhile', async () => {
    await report({dark: 'nothingAssigned'})
    await live(11 * MINUTE)
    expect((await smtp.next()).mail.subject).toContain('nothing is assigned to it')
    await restart(() => database.db.delete(attribute).where(inArray(attribute.key, ['player', 'playlist'])))
    await time.advance(2 * MINUTE)
    expect((await smtp.next()).mail.subject).toBe('Pulsewall: Foyer, screen · over')
  })

  it('is not told by an organisation that wants nothing to be told', async () => {
    await write({entityType: 'organisation', entityId: organisationId}, OPENING_HOURS_ATTRIBUTE, {tellAfter: 0})
    await report({dark: 'allBroken'})
    await live(30 * MINUTE)
    expect(smtp.mails).toEqual([])
  })
})
