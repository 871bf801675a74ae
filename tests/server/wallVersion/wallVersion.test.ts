import {afterEach, beforeEach, expect, it} from 'vitest'
import {MAX_WALL_VERSIONS, WALL_VERSIONS, WALL_VERSIONS_BYTES} from '../../../contract/limits'
import {listWallVersions} from '../../../contract/wire/entities/wallVersion'
import {createWorld, type Who, type World} from '../../support/world'

let test: World

beforeEach(async () => {
  test = await createWorld()
})
afterEach(() => test.close())

const urlOf = (organisationId: string) => `/api/v0/attribute/organisation/${organisationId}/2/walls`

async function keep(walls: unknown, who: Who = 'plant', organisationId = test.works) {
  const answer = await test.call(who, 'PUT', urlOf(organisationId), {json_v: walls})
  expect(answer.statusCode).toBeLessThan(300)
  test.clock.now += 1000
}

async function versionsOf(wall: string, who: Who = 'plant') {
  const url = `/api/v0/wall-version/by-org/${test.works}?wall=${encodeURIComponent(wall)}`
  return listWallVersions.answer.parse((await test.call(who, 'GET', url)).json())
}

const valuesOf = async (wall: string) => (await versionsOf(wall)).versions.map(({value}) => value)

it('keeps what a wall was with each change of it, and who made it', async () => {
  const {now} = test.clock
  await keep([{name: 'Hall', turn: 20}, {name: 'Quay'}])
  await keep([{name: 'Hall', turn: 30}, {name: 'Quay'}])

  expect(await versionsOf('Hall')).toEqual({
    walls: ['Hall', 'Quay'],
    versions: [
      {_id: expect.any(String), kept_at: now + 1000, email: 'plant@t.test', value: {name: 'Hall', turn: 30}},
      {_id: expect.any(String), kept_at: now, email: 'plant@t.test', value: {name: 'Hall', turn: 20}},
    ],
  })
  expect(await valuesOf('Quay')).toEqual([{name: 'Quay'}])
})

it('has nothing new of a wall that stays as it is, in whatever order its fields come', async () => {
  await keep([{name: 'Hall', turn: 20}])
  await keep([{name: 'Quay'}, {turn: 20, name: 'Hall'}])

  expect(await valuesOf('Hall')).toEqual([{name: 'Hall', turn: 20}])
})

it('keeps the versions of a wall that is removed, alone or with all others', async () => {
  await keep([{name: 'Hall'}, {name: 'Quay'}])
  await keep([{name: 'Hall'}])
  expect(await valuesOf('Quay')).toEqual([{name: 'Quay'}])

  await test.call('plant', 'DELETE', urlOf(test.works))
  expect(await versionsOf('Hall')).toMatchObject({walls: ['Hall', 'Quay'], versions: [{value: {name: 'Hall'}}]})
})

it('takes the versions with a wall that is given another name', async () => {
  await keep([{name: 'Hall', turn: 20}])
  await keep([{name: 'Hall 1', turn: 20}])

  expect(await versionsOf('Hall 1')).toMatchObject({
    walls: ['Hall 1'],
    versions: [{value: {name: 'Hall 1', turn: 20}}, {value: {name: 'Hall', turn: 20}}],
  })
})

it('does not take a wall that is removed for one that comes elsewhere', async () => {
  await keep([{name: 'Hall'}, {name: 'Quay'}])
  await keep([{name: 'Quay'}, {name: 'Yard'}])

  expect(await versionsOf('Yard')).toMatchObject({
    walls: ['Hall', 'Quay', 'Yard'],
    versions: [{value: {name: 'Yard'}}],
  })
})

it('begins with what a wall was before versions were kept, which nobody is known to have made', async () => {
  const {now} = test.clock
  await keep([{name: 'Hall', turn: 20}, {name: 'Quay'}])
  await test.database.pool.query('delete from wall_version')
  await keep([{name: 'Hall', turn: 30}])

  expect(await versionsOf('Hall')).toMatchObject({
    walls: ['Hall', 'Quay'],
    versions: [
      {kept_at: now + 1000, email: 'plant@t.test', value: {turn: 30}},
      {kept_at: now, email: null, value: {turn: 20}},
    ],
  })
  expect(await versionsOf('Quay')).toMatchObject({versions: [{email: null, value: {name: 'Quay'}}]})
})

it('does not name a user who is out of reach', async () => {
  await keep([{name: 'Hall'}], 'admin')

  expect(await versionsOf('Hall')).toMatchObject({versions: [{email: null}]})
  expect(await versionsOf('Hall', 'admin')).toMatchObject({versions: [{email: 'admin@t.test'}]})
})

it('keeps the last versions of a wall, and of all walls of an organisation', async () => {
  for (let turn = 5; turn < 5 + WALL_VERSIONS + 2; turn++) await keep([{name: 'Hall', turn}])
  const turns = Array.from({length: WALL_VERSIONS}, (_, at) => ({name: 'Hall', turn: 6 + WALL_VERSIONS - at}))
  expect(await valuesOf('Hall')).toEqual(turns)

  await keep(Array.from({length: MAX_WALL_VERSIONS - 1}, (_, at) => ({name: `Wall ${at}`})))
  expect(await valuesOf('Hall')).toEqual(turns.slice(0, 1))
})

it('keeps of an organisation no more bytes than it may', async () => {
  const note = (letter: string) => letter.repeat(900_000)
  for (const letter of 'abcdefghijk') await keep([{name: 'Hall', note: note(letter)}])

  const values = await valuesOf('Hall')
  expect(values).toEqual([...'kjihgfedc'].map(letter => ({name: 'Hall', note: note(letter)})))
  expect(JSON.stringify(values).length).toBeLessThan(WALL_VERSIONS_BYTES)
})

it('keeps nothing of other attributes, nor of what is no wall', async () => {
  await keep('none')
  await keep([null, 5, {turn: 20}, {name: ' '}])
  await test.call('plant', 'PUT', urlOf(test.works).replace('/2/', '/1/'), {json_v: [{name: 'Hall'}]})
  await test.call('plant', 'PUT', urlOf(test.works).replace('walls', 'halls'), {json_v: [{name: 'Hall'}]})

  expect(await versionsOf('Hall')).toEqual({walls: [], versions: []})
})

it('says what is wrong with the name of a wall', async () => {
  for (const query of ['', '?wall=', `?wall=${'x'.repeat(81)}`]) {
    const answer = await test.call('plant', 'GET', `/api/v0/wall-version/by-org/${test.works}${query}`)
    expect(answer.statusCode).toBe(400)
  }
})
