import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest'
import * as z from 'zod/mini'
import {ACCESS} from '../../../server/access/access'
import {sampled} from '../../support/tier'
import {CALLS} from './calls'
import {type Case, callTo, casesOf, describeTarget, routeOf} from './cases'
import {isRead} from './expected'
import {accessTable} from './table'
import {createWorld, type World} from './world'

const LIVE = 'SUBSCRIBE /socket.io'
const ROWS = Object.keys(ACCESS).filter(row => row !== LIVE)

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('the access table', () => {
  it('has a route for every row', () => {
    expect(ROWS.filter(row => !world.app.hasRoute(routeOf(row)))).toEqual([])
  })

  it('is tried row by row', () => {
    expect(Object.keys(CALLS).sort()).toEqual([...ROWS].sort())
  })

  it('has no change that people make and nobody finds in the audit trail', () => {
    const unrecorded = ROWS.filter(row => routeOf(row).method !== 'GET' && callTo(row).audits === undefined)

    expect(unrecorded).toEqual([
      'OPTIONS *',
      'POST /api/v0/auth/refresh-token',
      // Refused here, since no password was checked before; a sign-in is recorded.
      'POST /api/v0/auth/second-factor',
      // Refused here, since there is a SYS_ADMIN; it records the first one.
      'POST /api/v0/setup',
      // None of these users has another session; the end of one is recorded.
      'POST /api/v0/users/sessions/end',
      'POST /api/v0/users/sessions/end-others',
      // Push subscriptions end with their session, whose beginning and end are recorded.
      'POST /api/v0/users/push',
      'POST /api/v0/users/push/end',
      'POST /api/v0/users/push/test',
      // The trail has a second factor once it was proved.
      'POST /api/v0/users/second-factor/totp',
      'POST /api/v0/users/second-factor/totp/confirmation',
      'POST /api/v0/users/second-factor/passkey',
      'POST /api/v0/users/second-factor/passkey/confirmation',
      // None of these users has a passkey; the removal of one is recorded.
      'POST /api/v0/users/second-factor/passkey/removal',
      // Refused here, since no device offers itself; one that is claimed is recorded.
      'POST /api/v0/device/claim',
      'OPTIONS /api/v0/digitalAssets/resumable',
      // The trail has an upload once it is complete.
      'POST /api/v0/digitalAssets/resumable',
      'PATCH /api/v0/digitalAssets/resumable/*',
      'DELETE /api/v0/digitalAssets/resumable/*',
      // Refused here, since no video is deleted; one that is restored or deleted for good is recorded.
      'POST /api/v0/digitalAssets/deleted/by-org/:id/video/:videoId',
      'DELETE /api/v0/digitalAssets/deleted/by-org/:id/video/:videoId',
      // These change nothing.
      'POST /api/v0/telemetry/device/sparklines',
      'POST /api/v0/telemetry/device/usual/bands',
      'POST /api/v0/alarm/dry-run',
      // Refused here, since the link was sent to nobody; the acknowledgement itself is recorded.
      'POST /api/v0/alarm/acknowledgement',
      // It changes nothing.
      'POST /api/v0/maintenance/preview',
      // Refused here, since no profile has the key; a device that is made is recorded.
      'POST /api/v1/provision',
      'POST /api/v1/pairing',
      'POST /api/v1/:accessToken/telemetry',
      'POST /api/v1/:accessToken/attributes',
      'POST /api/v1/:accessToken/rpc',
      // Nobody waits for this answer.
      'POST /api/v1/:accessToken/rpc/:requestId',
      'POST /api/v1/:accessToken/claim',
    ])
  })

  it('means for everybody what the matrix says', async () => {
    await expect(accessTable(ROWS)).toMatchFileSnapshot('matrix.txt')
  })
})

const reading = (row: string) => isRead(row) && callTo(row).audits === undefined

/** The values of removed devices do not come back, so the calls that need them go first. */
const needsValues = (row: string) => reading(row) || row.endsWith('/usual/acceptance')
const TRIED = [...ROWS.filter(needsValues), ...ROWS.filter(row => !needsValues(row))]

const titleOf = ({actor, target, outcome, status}: Case) =>
  `${[actor, ...(target === undefined ? [] : [describeTarget(target)])].join(' → ')}: ${outcome}, ${status}`

const DRAWN = sampled(TRIED.flatMap(casesOf), 12, tried => `${tried.call} ${titleOf(tried)}`)
const CASES = TRIED.map(row => [row, DRAWN.filter(({call}) => call === row)] as const)

describe.each(CASES.filter(([, cases]) => cases.length > 0))('%s', (row, cases) => {
  const reads = reading(row)

  it.each(cases.map(tried => [titleOf(tried), tried] as const))('%s', async (_title, tried) => {
    const {response, changed} = await ask(tried)
    if (changed.length > 0 || callTo(row).given !== undefined) onTestFinished(() => world.rewind())

    expect(response.statusCode, response.body).toBe(tried.status)
    expect(await auditedActions()).toEqual(tried.audits === undefined ? [] : expect.arrayContaining([tried.audits]))
    if (reads || tried.outcome !== 'answered') expect(changed).toEqual([])
    if (tried.outcome !== 'answered' && !isDeviceApi(row))
      expect(errorBody.safeParse(response.json()).success).toBe(true)
    if (tried.outcome === 'hidden' || tried.outcome === 'forbidden') {
      expect(response.body).toBe(await answerToUnknown(tried))
    }
  })
})

const errorBody = z.strictObject({message: z.string().check(z.minLength(1))})

const isDeviceApi = (row: string) => row.includes('/api/v1/:accessToken/')

/** The same call, actor and kind are asked once. */
const answersToUnknown = new Map<string, string>()

async function answerToUnknown(tried: Case): Promise<string> {
  const key = [tried.call, tried.actor, tried.target?.kind].join(' ')
  const body = answersToUnknown.get(key) ?? (await ask(unknownOf(tried))).response.body
  answersToUnknown.set(key, body)
  return body
}

const unknownOf = ({target, ...tried}: Case): Case => ({
  ...tried,
  target: target === undefined ? undefined : {kind: target.kind, place: 'unknown'},
})

async function ask({call, actor, target}: Case) {
  const {request, given} = callTo(call)
  if (given !== undefined) await world.database.pool.query(given)
  await world.changes.take()
  const id = target === undefined ? '' : world.idOf(target, actor)
  const organisationId = world.idOf({kind: 'organisation', place: 'own organisation'}, actor)
  const {headers, ...asked} = request({actor, target, id, organisationId})
  const {cookies, headers: authorisation} = world.credentialsOf(actor)
  const sent = {...routeOf(call), ...asked, cookies, headers: {...headers, ...authorisation}}
  return {response: await world.app.inject(sent), changed: await world.changes.take()}
}

async function auditedActions(): Promise<string[]> {
  const {rows} = await world.database.pool.query<{action: string}>('select action from audit')
  return rows.map(({action}) => action)
}
