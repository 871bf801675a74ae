import {type AxiosAdapter, AxiosError} from 'axios'
import {BehaviorSubject} from 'rxjs'
import {afterEach, describe, expect, it} from 'vitest'
import {createActor, waitFor} from 'xstate'
import {customerCalls} from '../../../contract/wire/entities/customer'
import {createCredentials, deviceCalls} from '../../../contract/wire/entities/device'
import {loadCredentials} from '../../../src/api/console/credentials'
import {listRecords} from '../../../src/api/console/records'
import type {Http} from '../../../src/api/http'
import {devices} from '../../../src/domain/console/records/devices'
import {LIVE} from '../../../src/domain/link'
import type {LinkChanged} from '../../../src/machines/connectivity'
import {createDeviceImportLogic} from '../../../src/wiring/console/deviceImport'
import {createTestApp, seedOrganisation, seedUser, type TestApp} from '../../support/app'
import {PULSEWALL} from '../../support/offer'
import {createBrowser} from '../browser'
import {signedInHttp} from '../signedIn'

const TOKENS = ['first-token-of-twenty', 'second-token-of-twenty']
const FILE = `Name;Type;Customer;Token
Pump 1;pump;owner@works.test;${TOKENS[0]}
;pump;;
Pump 2;pump;Owner;
Pump 2;pump;;${TOKENS[1]}
Pump 3;;stranger;
`
const CLOCK = {toClient: (at: number) => at, now: () => Date.now(), asking: () => () => {}}

let server: TestApp
afterEach(() => server.close())

interface World {
  http: Http
  organisationId: string
  customerId: string
  /** The paths of the requests, oldest first. */
  requests: string[]
}

/** `lose`: an answer that gets lost on its way, once. */
async function start(additions: boolean, lose?: string) {
  server = await createTestApp({additions})
  await seedUser(server.database, {email: 'ada@works.test'})
  const organisationId = await seedOrganisation(server.database)
  const {transport, requests} = createBrowser()
  let isLost = lose === undefined
  const losing: AxiosAdapter = async config => {
    const answer = await transport(config)
    if (isLost || `${config.method?.toUpperCase()} ${config.url}` !== lose) return answer
    isLost = true
    throw new AxiosError('Network Error', AxiosError.ERR_NETWORK, config)
  }
  const http = await signedInHttp(server, 'ada@works.test', {clock: CLOCK, transport: losing})
  const owner = {email: 'owner@works.test', title: 'Owner', organisationId}
  const {id: customerId} = await http.call(customerCalls.create, {body: owner})
  return {http, organisationId, customerId, requests}
}

const linkTo = (additions: boolean): LinkChanged => ({
  type: 'link.changed',
  link: LIVE,
  offer: additions ? PULSEWALL : 'specified',
})

/** Takes the file all the way to the button that writes. */
async function checkedImport({http, organisationId}: World, additions: boolean) {
  const links = new BehaviorSubject(linkTo(additions))
  const logic = createDeviceImportLogic({http, serverClock: CLOCK, links})
  const actor = createActor(logic, {input: {organisationId}}).start()
  actor.send({type: 'file.chosen', file: new File([FILE], 'pumps.csv')})
  await waitFor(actor, s => s.matches('mapping'))
  actor.send({type: 'check.requested'})
  await waitFor(actor, s => s.matches('checked'))
  return {actor, links}
}

const isThrough = (s: {matches(state: 'finished' | {importing: 'paused'}): boolean}) =>
  s.matches('finished') || s.matches({importing: 'paused'})

async function storedDevices({http, organisationId}: World) {
  const found = await listRecords(http, {description: devices, organisationId})
  const credentials = await Promise.all(found.map(({id}) => loadCredentials(http, {deviceId: id})))
  return found
    .map(({values: {name, type, customerId}}, at) => [name, type, customerId, credentials[at]?.accessToken ?? null])
    .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
}

const expected = (customerId: string) =>
  [
    ['Pump 1', 'pump', customerId, TOKENS[0]],
    ['Pump 2', 'pump', customerId, null],
    ['Pump 2', 'pump', null, TOKENS[1]],
  ].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))

describe.each([
  ['a server that takes many devices at once', true],
  ['a server with the specified calls alone', false],
])('an import into %s', (_, additions) => {
  it('makes the good rows, with their customers and access tokens', async () => {
    const world = await start(additions)
    const {actor} = await checkedImport(world, additions)
    expect(actor.getSnapshot().context.rows.map(({line, problems}) => [line, problems])).toEqual([
      [2, []],
      [3, ['Name must not be empty.']],
      [4, []],
      [5, []],
      [6, ['There is no customer “stranger” in the organisation.']],
    ])
    expect(await storedDevices(world)).toEqual([])
    actor.send({type: 'import.requested'})
    await waitFor(actor, isThrough)
    expect(await storedDevices(world)).toEqual(expected(world.customerId))
    expect([...actor.getSnapshot().context.outcomes.values()].map(({message}) => message)).toEqual([null, null, null])
  })

  it('says which token is taken, and makes that row’s device without doubling it', async () => {
    const world = await start(additions)
    const body = {name: 'Old', organisationId: world.organisationId}
    const {id: oldId} = await world.http.call(deviceCalls.create, {body})
    await world.http.call(createCredentials, {
      params: {id: oldId},
      body: {credentialsType: 'ACCESS_TOKEN', credentialsValue: TOKENS[1] ?? ''},
    })
    const {actor} = await checkedImport(world, additions)
    actor.send({type: 'import.requested'})
    await waitFor(actor, isThrough)
    const taken = actor.getSnapshot().context.outcomes.get(5)
    expect([taken?.deviceId === null, taken?.message === null]).toEqual([additions, false])
    actor.send({type: 'retry.requested'})
    await waitFor(actor, isThrough)
    const names = (await storedDevices(world)).map(([name]) => name)
    expect(names).toEqual(additions ? ['Old', 'Pump 1', 'Pump 2'] : ['Old', 'Pump 1', 'Pump 2', 'Pump 2'])
  })

  it('loses and doubles nothing when an answer is lost', async () => {
    const world = await start(additions, additions ? 'POST /api/v0/device/import' : 'POST /api/v0/device')
    const {actor} = await checkedImport(world, additions)
    actor.send({type: 'import.requested'})
    const paused = await waitFor(actor, isThrough)
    expect([paused.value, paused.context.message]).toEqual([{importing: 'paused'}, 'The server did not answer.'])
    actor.send({type: 'retry.requested'})
    const finished = await waitFor(actor, s => s.matches('finished'))
    expect(await storedDevices(world)).toEqual(expected(world.customerId))
    expect([...finished.context.outcomes.values()].map(({message}) => message)).toEqual([null, null, null])
  })
})

it('goes on as it began where the server’s additions become known meanwhile', async () => {
  const world = await start(true, 'POST /api/v0/device')
  const {actor, links} = await checkedImport(world, false)
  actor.send({type: 'import.requested'})
  await waitFor(actor, s => s.matches({importing: 'paused'}))
  links.next(linkTo(true))
  actor.send({type: 'retry.requested'})
  await waitFor(actor, s => s.matches('finished'))
  expect(await storedDevices(world)).toEqual(expected(world.customerId))
})
