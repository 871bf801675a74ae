import {beforeEach, expect, it, onTestFinished} from 'vitest'
import {createLog} from '../../../../server/log/log'
import {PASSWORD, seedDevice, type TestAppOptions} from '../../../support/app'
import {createWorld} from '../../../support/world'

let lines: Record<string, unknown>[]
let elapsed: number

beforeEach(() => {
  lines = []
  elapsed = 0
})

async function create(options: TestAppOptions = {}) {
  const world = await createWorld({
    scheduler: {elapsed: () => elapsed},
    ...options,
    log: createLog({level: 'warn', stream: {write: line => lines.push(JSON.parse(line))}}),
  })
  onTestFinished(() => world.close())
  await seedDevice(world.database, {name: 'pump', organisationId: world.works})
  return world
}

const told = () => lines.splice(0).map(({status, call, reason, more}) => [status, call, reason, more])
const countOf = async ({app}: Awaited<ReturnType<typeof create>>, series: string) =>
  Number(
    (await app.inject('/metrics')).body
      .split('\n')
      .find(line => line.startsWith(`pulsewall_${series} `))
      ?.split(' ')[1],
  )

it('leaves a line for access, origins, forms and hosts that are refused, with the request and its caller', async () => {
  const {app, call} = await create()

  await call('user', 'GET', '/api/v0/organisation')
  expect(lines).toMatchObject([
    {level: 'warn', address: '127.0.0.1', reqId: expect.any(String), userId: expect.any(String)},
  ])
  await app.inject({method: 'POST', url: '/api/v0/auth/login', headers: {origin: 'https://evil.test'}, body: {}})
  await app.inject({url: '/livez', headers: {host: 'evil.test'}})

  expect(told()).toEqual([
    [403, 'GET /api/v0/organisation', 'Your account may not do this.', undefined],
    [403, 'POST /api/v0/auth/login', 'A request from another site is not taken.', undefined],
    [421, 'GET /livez', expect.stringContaining('not known by that name'), undefined],
  ])
})

it('leaves a line for a limit, names the route of a device and not its token, and says how many there were besides', async () => {
  const world = await create({rateLimits: {device: '1:60'}})
  const post = () => world.app.inject({method: 'POST', url: '/api/v1/pump-token/telemetry', body: {a: 1}})
  for (let index = 0; index < 5; index++) await post()

  const line = [429, 'POST /api/v1/:accessToken/telemetry', 'Too many requests. Try again later.']
  expect(JSON.stringify(lines)).not.toContain('pump-token')
  expect(told()).toEqual([[...line, undefined]])
  elapsed += 10_000
  await post()
  expect(told()).toEqual([[...line, 3]])
  expect(await countOf(world, 'refused_total{by="limit"}')).toBe(5)
})

it('counts sign-ins that are refused, and logs none of them', async () => {
  const world = await create()
  const signIn = (password: string) =>
    world.app.inject({method: 'POST', url: '/api/v0/auth/login', body: {email: 'nobody@t.test', password}})
  await signIn('a wrong password')
  await signIn(PASSWORD)

  expect(await countOf(world, 'login_failures_total{status="401"}')).toBe(2)
  expect(told()).toEqual([])
})

it('counts and tells a live connection that is refused', async () => {
  const world = await create()
  const {port} = new URL(await world.app.listen({port: 0, host: '127.0.0.1'}))
  const answer = await fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`, {
    headers: {origin: 'https://evil.test'},
  })

  expect(answer.status).toBe(403)
  expect(told()).toEqual([[403, 'a live connection', 'forbidden', undefined]])
  expect(await countOf(world, 'refused_total{by="access"}')).toBe(1)
})

it('counts what devices send, and what of it is refused', async () => {
  const world = await create()
  const sent = await world.app.inject({
    method: 'POST',
    url: '/api/v1/pump-token/telemetry',
    body: {a: 1, b: 2},
  })
  expect(sent.statusCode).toBe(200)

  expect(await countOf(world, 'ingest_messages_total')).toBe(1)
  expect(await countOf(world, 'ingest_values_total')).toBe(2)
  expect(await countOf(world, 'ingest_commit_seconds_count')).toBe(1)
  expect(await countOf(world, 'ingest_refused_total{because="overfull"}')).toBe(0)
})
