import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {MAX_ROTA_LAYERS, MAX_ROTAS} from '../../../contract/limits'
import type {OnCallPlanWire} from '../../../contract/wire/onCall'
import {onCallRota} from '../../../server/database/schema/onCall'
import {realTime} from '../../../server/scheduler'
import {formOf} from '../../support/video'
import {type Door, json, openDoor} from './door'

/** No evaluation reaches it by itself: a test ends the ones that it requests. */
const DEADLINE = 7_654_321

let door: Door
let begun: Promise<'begun'>
/** Ends the evaluation that has begun, as its deadline does. */
let endEvaluation: () => void

function awaitEvaluation() {
  begun = new Promise(resolve => {
    onEvaluation = act => {
      endEvaluation = act
      resolve('begun')
    }
  })
}
let onEvaluation: (act: () => void) => void

beforeAll(async () => {
  door = await openDoor({
    evaluationDeadline: DEADLINE,
    scheduler: {
      after(wait, act) {
        if (wait !== DEADLINE) return realTime.after(wait, act)
        onEvaluation(act)
        return () => {}
      },
    },
  })
})
beforeEach(awaitEvaluation)
afterAll(() => door.world.close())

const ENDLESS = '{% assign a=(1..200000) %}{{ a | group_by_exp: "i", "i | times: 2" | size }}'

const saveTemplate = () => {
  const target = {kind: 'http', method: 'POST', url: 'https://sms.test/', contentType: 'text/plain', body: ENDLESS}
  const routes = [{name: 'Noc', targets: [target]}]
  return door.ask(`/attribute/organisation/${door.world.works}/1/alarmRoutes`, json('PUT', {json_v: routes}))
}

function uploadPicture(text: string) {
  const {payload, headers} = formOf({file: {name: 'plan.svg', bytes: Buffer.from(text)}})
  const init = {method: 'POST', headers, body: new Uint8Array(payload)}
  return door.ask(`/picture/by-org/${door.world.works}?name=plan.svg`, init)
}

describe('a template that takes minutes', () => {
  it('is evaluated beside the event loop, which answers others meanwhile, and is refused in words', async () => {
    const saved = saveTemplate()
    expect(await Promise.race([begun, saved])).toBe('begun')
    const order: string[] = []
    const ended = saved.then(answer => {
      order.push('saved')
      return answer
    })
    expect(await door.isAlive()).toBe(true)
    order.push('alive')
    endEvaluation()

    expect(await ended).toEqual({
      status: 400,
      message: 'The HTTP call of the route “Noc”: This takes too much time to evaluate. Make it simpler.',
    })
    expect(order).toEqual(['alive', 'saved'])
  })

  it('keeps pictures of its own organisation waiting, and not the event loop', async () => {
    const saved = saveTemplate()
    expect(await Promise.race([begun, saved])).toBe('begun')
    const end = endEvaluation
    awaitEvaluation()
    const uploaded = uploadPicture('<!DOCTYPE a >'.repeat(50_000))
    const first = Promise.race([uploaded.then(() => 'uploaded'), saved.then(() => 'saved')])
    expect(await door.isAlive()).toBe(true)
    end()

    expect(await first).toBe('saved')
    expect(await begun).toBe('begun')
    expect((await uploaded).status).toBe(415)
  })
})

describe('a picture', () => {
  it.each([
    ['of document types without end', '<!DOCTYPE a >'.repeat(150_000), 415],
    ['of one document type of blanks', `<!DOCTYPE ${' '.repeat(2_000_000)}`, 415],
    [
      'of elements in elements',
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${'<g>'.repeat(400_000)}`,
      413,
    ],
  ])('%s is judged beside the event loop, and refused in words', async (_, text, status) => {
    const uploaded = uploadPicture(text)
    expect(await Promise.race([begun, uploaded])).toBe('begun')

    expect(await Promise.all([door.isAlive(), uploaded])).toEqual([true, {status, message: expect.any(String)}])
  })
})

const upTo = (last: number) => Array.from({length: last + 1}, (_, at) => at).join(',')

describe('a rule of maintenance', () => {
  const preview = (rrule: string, start: string) =>
    door.ask('/maintenance/preview', json('POST', {start, zone: 'Europe/Berlin', minutes: 44_640, rrule}))

  it('of many times a day is refused in words', async () => {
    const rrule = `FREQ=DAILY;BYHOUR=${upTo(23)};BYMINUTE=${upTo(29)}`

    expect(await Promise.all([preview(rrule, '2026-01-01T00:00'), door.isAlive()])).toEqual([
      {status: 400, message: `"BYHOUR=${upTo(23)}" repeats more often than daily, which no maintenance does.`},
      true,
    ])
  })

  it.each([
    ['FREQ=DAILY;COUNT=99999', 200],
    [`FREQ=YEARLY;BYWEEKNO=${upTo(53).slice(2)};BYSETPOS=366`, 400],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 400],
  ])('that walks over many years is answered: %s', async (rrule, status) => {
    expect(await Promise.all([preview(rrule, '1970-01-01T00:00'), door.isAlive()])).toEqual([
      expect.objectContaining({status}),
      true,
    ])
  })
})

describe('a hundred full rotas', () => {
  it('are answered, and a full one more is refused', async () => {
    const {world, ask, read} = door
    const people = [world.userIds.plant]
    const plan: OnCallPlanWire = {
      zone: 'America/New_York',
      hand_over: {time: '08:00', days: 1, since: '2000-01-01'},
      people,
      layers: Array.from({length: MAX_ROTA_LAYERS}, (_, at) => ({
        days: [1, 2, 3, 4, 5, 6, 7],
        from: `0${at % 10}:00`,
        until: `0${at % 10}:30`,
        people,
      })),
    }
    const since = world.clock.now
    const overrides = Array.from({length: 100}, (_, at) => ({
      _id: `${at}`,
      start_ts: since + at * 3_600_000,
      end_ts: since + at * 3_600_000 + 1_800_000,
      person: world.userIds.plant,
      instead_of: null,
      created_by: 'plant@t.test',
    }))
    await world.database.db.insert(onCallRota).values(
      Array.from({length: MAX_ROTAS}, (_, at) => ({
        organisationId: world.works,
        name: `Rota ${at}`,
        plan,
        overrides,
        dueAt: since + 1e9,
        createdBy: 'plant@t.test',
        createdAt: since,
      })),
    )
    const url = `/on-call/by-org/${world.works}`
    const readNow = async () => (await read(`${url}/now`)).length

    expect(await Promise.all([readNow(), door.isAlive()])).toEqual([MAX_ROTAS, true])
    expect((await ask(url, json('POST', {name: 'One more', ...plan}))).status).toBe(409)
  })
})

describe('a search', () => {
  it.each([
    ['254 signs of a pattern', '%_'.repeat(127), 200],
    ['one sign more than a name has', '%'.repeat(256), 400],
  ])('for %s is answered or refused, and others are answered meanwhile', async (_, text, status) => {
    const path = `/device?limit=100&q=${encodeURIComponent(text)}`

    expect(await Promise.all([door.ask(path), door.isAlive()])).toEqual([expect.objectContaining({status}), true])
  })
})
