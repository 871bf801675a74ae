import {setTimeout as delay} from 'node:timers/promises'
import {DRY_RUN_POINTS, IMPORT_BATCH_LENGTH, MAX_ROTA_LAYERS, MAX_ROTAS} from '../contract/limits'
import type {OnCallPlanWire} from '../contract/wire/onCall'
import type {Database} from '../server/database/connect'
import {onCallRota} from '../server/database/schema/onCall'
import {user} from '../server/database/schema/user'
import {formOf} from '../tests/support/video'
import {type CallOrder, type CallResult, callAgain} from './support/calls'
import {connectDevice} from './support/deviceConnection'
import {stepsDuring} from './support/during'
import {information, type Line, verdict} from './support/report'
import {cookiesOf, type RunningServer, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {percentile} from './support/statistics'
import {createOrganisation, type Organisation, settle, storePoints} from './support/world'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const DEVICES = 500
const HOURS = 40 * 24
const OTHERS = 20
/** Between the posts of each of the others, whose devices are within their limits so. */
const PAUSE = 100
const PROBE_PAUSE = 5
const WARM_UP: number = 3 * SECOND
const WAIT_LIMIT = 100
const POSTS_LIMIT = 0.8

interface World {
  tenant: Organisation
  others: Organisation
}

/** A request that one admin repeats again and again, and its answer. */
type Door = Pick<CallOrder, 'method' | 'headers' | 'body' | 'status'> & {path: string}

/** The worst input of each door where a text of a tenant becomes work: what another connection and other devices have meanwhile. */
export function doors(settings: Settings): Promise<Line[]> {
  const seconds = byLength(settings, {quick: 4, usual: 10})
  return withServer(createWorld, async (server, {tenant, others}) => {
    const cookie = await cookiesOf(server, tenant.emails[0])
    await beside(server, others, delay(WARM_UP))
    const quiet = await beside(server, others, delay(seconds * SECOND))
    const lines = [information('GET /livez and posts of devices beside a door, quiet', figures(quiet))]
    for (const [name, door] of Object.entries(doorsOf(tenant))) {
      const {path, headers, ...call} = door
      const asked = callAgain({
        ...call,
        url: `${server.origin}/api/v0${path}`,
        headers: {...headers, cookie},
        milliseconds: seconds * SECOND,
      })
      const measured = await beside(server, others, asked)
      lines.push(line(`${name} (${door.status})`, quiet, measured, await asked))
    }
    return lines
  })
}

async function createWorld(database: Database): Promise<World> {
  const tenant = await createOrganisation(database, 'Tenant', DEVICES)
  const others = await createOrganisation(database, 'Others', OTHERS)
  const now = Date.now()
  const firstTs = now - HOURS * HOUR
  await storePoints(database, {devices: tenant.devices, keys: ['flow', 'level'], firstTs, step: HOUR, count: HOURS})
  await storePoints(database, {
    devices: tenant.devices.slice(0, 1),
    keys: ['many'],
    firstTs: now - DRY_RUN_POINTS * SECOND,
    step: SECOND,
    count: DRY_RUN_POINTS,
  })
  await fillRotas(database, tenant, now)
  await settle(database)
  return {tenant, others}
}

async function fillRotas({db}: Database, {id: organisationId}: Organisation, now: number) {
  const people = (await db.select().from(user)).filter(each => each.organisationId === organisationId).map(({id}) => id)
  const [person = ''] = people
  const layers = Array.from({length: MAX_ROTA_LAYERS}, (_, at) => ({
    days: [1, 2, 3, 4, 5, 6, 7],
    from: `0${at}:00`,
    until: `0${at}:30`,
    people,
  }))
  const handOver = {time: '08:00', days: 1, since: '2000-01-01'}
  const plan: OnCallPlanWire = {zone: 'America/New_York', hand_over: handOver, people, layers}
  const overrides = Array.from({length: 100}, (_, at) => ({
    _id: `${at}`,
    person,
    instead_of: null,
    created_by: 'tenant',
    start_ts: now + at * HOUR,
    end_ts: now + at * HOUR + HOUR / 2,
  }))
  await db.insert(onCallRota).values(
    Array.from({length: MAX_ROTAS}, (_, at) => ({
      organisationId,
      name: `Rota ${at}`,
      plan,
      overrides,
      dueAt: now + DAY,
      createdBy: 'tenant',
      createdAt: now,
    })),
  )
}

function doorsOf({id, devices: [device]}: Organisation): Readonly<Record<string, Door>> {
  const now = Date.now()
  const range = `start_ts=${now - 31 * DAY}&end_ts=${now}`
  const rules = (rrule: string, status: number): Door => ({
    ...json('/maintenance/preview', 'POST', {start: '1970-01-01T00:00', zone: 'Europe/Berlin', minutes: 44_640, rrule}),
    status,
  })
  return {
    'a template of one filter over 200,000': {
      ...json(`/attribute/organisation/${id}/1/alarmRoutes`, 'PUT', {json_v: [{name: 'Noc', targets: [ENDLESS]}]}),
      status: 400,
    },
    'a picture of 150,000 document types': picture(id, '<!DOCTYPE a >'.repeat(150_000), 415),
    'a picture of 400,000 elements in each other': picture(
      id,
      `<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(400_000)}`,
      413,
    ),
    'a GIF of 5,000,000 blocks': picture(id, `GIF89a\x09\0\x09\0\0\0\0!\xfe${'\x01a'.repeat(5_000_000)}`, 400),
    'a rule of 720 times a day': rules(`FREQ=DAILY;BYHOUR=${upTo(23)};BYMINUTE=${upTo(29)}`, 400),
    'a rule of 99,999 days since 1970': rules('FREQ=DAILY;COUNT=99999', 200),
    'a rule that never comes': rules('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 400),
    'who is called by 100 full rotas': get(`/on-call/by-org/${id}/now`),
    'a dry run over 200,000 points': {
      ...json('/alarm/dry-run', 'POST', {
        device_id: device?.id,
        key: 'many',
        threshold: {warning: {above: 20.5, below: 19.5}},
        start_ts: now - 31 * DAY,
        end_ts: now,
      }),
      status: 200,
    },
    'availability of 500 devices over 31 days': get(
      `/availability?organisation_id=${id}&${range}&time_zone=Europe/Berlin&by=device`,
    ),
    'changes of 1,000 series over 31 days': get(`/telemetry/device/changes?${range}`),
    'an import of 200 devices, each refused': {
      ...json('/device/import', 'POST', {
        organisation_id: id,
        rows: Array.from({length: IMPORT_BATCH_LENGTH}, () => ({name: 'x'.repeat(5000), access_token: '?'})),
      }),
      status: 200,
    },
    'a wall of 1 MB of brackets': {
      ...json(`/attribute/organisation/${id}/1/walls`, 'PUT', `{"json_v":${'['.repeat(1_000_000)}`),
      status: 400,
    },
    'a search for 255 characters': get(`/device?limit=100&q=${'%25_'.repeat(63)}`),
  }
}

const upTo = (last: number) => Array.from({length: last + 1}, (_, at) => at).join(',')

const ENDLESS = {
  kind: 'http',
  method: 'POST',
  url: 'https://sms.test/',
  contentType: 'text/plain',
  body: '{% assign a=(1..200000) %}{{ a | group_by_exp: "i", "i | times: 2" | size }}',
}

const get = (path: string): Door => ({path, method: 'GET', headers: {}, body: null, status: 200})

function json(path: string, method: 'POST' | 'PUT', body: object | string): Omit<Door, 'status'> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {path, method, headers: {'content-type': 'application/json'}, body: Buffer.from(text).toString('latin1')}
}

function picture(organisationId: string, bytes: string, status: number): Door {
  const {payload, headers} = formOf({file: {name: 'plan', bytes: Buffer.from(bytes, 'latin1')}})
  const path = `/picture/by-org/${organisationId}?name=plan`
  return {path, method: 'POST', headers, body: payload.toString('latin1'), status}
}

interface Beside {
  /** The latencies of /livez, ms. */
  p99: number
  longest: number
  postsPerSecond: number
}

/** Requests /livez on a connection of its own, and has devices of another organisation post, until the work is over. */
async function beside({port, origin}: RunningServer, {devices}: Organisation, work: Promise<unknown>): Promise<Beside> {
  const connections = devices.map(({token}) => connectDevice(port, token))
  let posts = 0
  const beganAt = performance.now()
  const posting = connections.map(connection => async () => {
    const status = await connection.post('{"temperature":20}')
    if (status !== 200) throw new Error(`status ${status}`)
    posts++
    await delay(PAUSE)
  })
  const waits: number[] = []
  async function probe() {
    const askedAt = performance.now()
    await (await fetch(`${origin}/livez`)).text()
    waits.push(performance.now() - askedAt)
    await delay(PROBE_PAUSE)
  }
  await Promise.all([probe, ...posting].map(step => stepsDuring(work, step)))
  const milliseconds = performance.now() - beganAt
  for (const connection of connections) connection.close()
  return {p99: percentile(waits, 0.99), longest: Math.max(...waits), postsPerSecond: (posts * SECOND) / milliseconds}
}

const figures = ({p99, longest, postsPerSecond}: Beside) =>
  `at most ${longest.toFixed(0)} ms, p99 ${p99.toFixed(1)} ms; ${postsPerSecond.toFixed(0)} posts/s`

function line(name: string, quiet: Beside, beside: Beside, {calls, fault}: CallResult): Line {
  const posts = beside.postsPerSecond / quiet.postsPerSecond
  return {
    what: `${name}, one call after the other: another’s GET /livez; posts of another organisation’s devices`,
    measured: `${figures(beside)}, ${posts.toFixed(2)} ×; ${calls} calls${fault === null ? '' : `, then ${fault}`}`,
    limit: `≤ ${WAIT_LIMIT} ms; ≥ ${POSTS_LIMIT} ×`,
    verdict: verdict(fault === null && beside.longest <= WAIT_LIMIT && posts >= POSTS_LIMIT),
  }
}
