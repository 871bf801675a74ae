import {describe, expect, it} from 'vitest'
import {createActor} from 'xstate'
import type {Json} from '../../../../contract/wire/common'
import {routeRows} from '../../../../src/domain/console/alarmRoutes/rows'
import type {Attribute} from '../../../../src/domain/console/attribute'
import type {Change, ChangeQuestion} from '../../../../src/domain/console/change'
import {
  type AlarmRoutesOwner,
  alarmRoutesMachine,
  routeEntries,
} from '../../../../src/machines/console/organisation/alarmRoutes'
import {refused, unreachable} from '../../../support/failures'
import {createCalls} from '../../calls'
import {createAttributeWrites, dialogOf} from '../attributeWrites'

const NOC = {name: 'Noc', targets: [{kind: 'email', address: 'noc@works.test'}]}
const BOSS = {name: 'Boss', targets: [{kind: 'email', address: 'boss@works.test'}]}
const LATE = {...NOC, repeat: 30}

const attribute = (value: Json, version: number): Attribute => ({
  scope: 1,
  key: 'alarmRoutes',
  value: {type: 'json', value},
  updatedAt: 1,
  version,
})

function createRoutes() {
  const loads = createCalls<Attribute | null, {input: AlarmRoutesOwner}>()
  const {writes, ...calls} = createAttributeWrites(routeEntries)
  const changes = createCalls<Change | null, {question: ChangeQuestion}>()
  const actor = createActor(
    alarmRoutesMachine.provide({actors: {...calls, load: loads.logic, findChange: changes.logic}}),
    {input: {organisationId: 'o1', zone: 'UTC'}},
  ).start()
  const context = () => actor.getSnapshot().context
  return {
    loads,
    writes,
    changes,
    context,
    send: actor.send,
    state: () => dialogOf(actor.getSnapshot().value),
    row: (name: string) => {
      const row = routeRows(context().loaded).find(known => known.name === name)
      if (row === undefined) throw new Error(`${name} is not listed`)
      return row
    },
    written: () => writes.asked.at(-1)?.value.value,
  }
}

async function shown(kept: Attribute | null = attribute([NOC, BOSS], 4)) {
  const routes = createRoutes()
  await routes.loads.answer(kept)
  return routes
}

async function saving() {
  const routes = await shown()
  routes.send({type: 'edit.requested', row: routes.row('Noc')})
  routes.send({type: 'draft.changed', change: {repeat: '60'}})
  routes.send({type: 'save.requested'})
  return routes
}

it('loads the routes again on request when they could not be loaded', async () => {
  const {loads, send, state, context} = createRoutes()
  await loads.fail(unreachable)
  expect([state(), context().message]).toEqual(['failed', 'Failed to load the routes'])
  send({type: 'retry.requested'})
  await loads.answer(null)
  expect([state(), context().message]).toEqual(['closed', null])
})

it('takes a click while the list is read after a save', async () => {
  const {writes, send, state, row} = await saving()
  await writes.answer(null)
  send({type: 'edit.requested', row: row('Boss')})
  expect(state()).toEqual({form: 'typing'})
})

describe('saving', () => {
  it('writes one route, and leaves all others as they are', async () => {
    const {writes, state, context} = await saving()
    expect(writes.asked).toEqual([
      {
        owner: {kind: 'organisation', id: 'o1', organisationId: 'o1'},
        name: {scope: 1, key: 'alarmRoutes'},
        value: {type: 'json', value: [{...NOC, repeat: 60}, BOSS]},
        version: 4,
        isNew: false,
      },
    ])
    const written = attribute([], 5)
    await writes.answer(written)
    expect([state(), context().loaded]).toEqual(['closed', written])
  })

  it('makes the attribute where there is none, and reads it when the server doesn’t send it back', async () => {
    const {send, writes, loads, state, context} = await shown(null)
    send({type: 'add.requested'})
    send({type: 'draft.changed', change: {name: 'Noc', emails: 'noc@works.test'}})
    send({type: 'save.requested'})
    expect(writes.asked).toMatchObject([{isNew: true, version: null, value: {value: [NOC]}}])
    await writes.answer(null)
    expect([state(), context().loaded?.value.value, loads.asked.length]).toEqual(['closed', [NOC], 2])
  })

  it('sends nothing while a field is wrong, and says so until it is changed', async () => {
    const {send, writes, state, context} = await shown()
    send({type: 'add.requested'})
    send({type: 'draft.changed', change: {name: 'Boss', emails: 'a@works.test'}})
    send({type: 'save.requested'})
    expect([state(), context().problems, writes.asked]).toEqual([
      {form: 'typing'},
      {name: 'Another route has this name.'},
      [],
    ])
    send({type: 'draft.changed', change: {name: 'Other'}})
    expect(context().problems).toEqual({})
  })

  it('says why it failed, and keeps what is typed', async () => {
    const {writes, state, context} = await saving()
    await writes.fail(unreachable)
    expect([state(), context().message, context().draft.repeat]).toEqual([
      {form: 'typing'},
      'Failed to save the route',
      '60',
    ])
  })

  it('keeps what somebody else has changed of another route', async () => {
    const {writes, loads, written} = await saving()
    await writes.fail(refused(409))
    await loads.answer(attribute([{...BOSS, repeat: 5}, NOC], 5))
    expect([writes.asked.at(-1)?.version, written()]).toEqual([
      5,
      [
        {...BOSS, repeat: 5},
        {...NOC, repeat: 60},
      ],
    ])
  })

  async function choosing(theirs: Json) {
    const routes = await saving()
    await routes.writes.fail(refused(409))
    await routes.loads.answer(attribute(theirs, 5))
    return routes
  }

  it('asks whose version is kept when somebody else has changed the same route, and tells who', async () => {
    const {changes, writes, state, context} = await choosing([LATE, BOSS])
    await changes.answer({email: 'ana@works.test', at: 7})
    expect([state(), writes.asked.length, context().chosen?.json, context().side, context().change?.email]).toEqual([
      ...[{form: 'choosing'}, 1, LATE],
      ...['theirs', 'ana@works.test'],
    ])
    expect(changes.asked.map(({question}) => question)).toEqual([
      {entity: {kind: 'organisation', id: 'o1'}, attribute: {scope: 1, key: 'alarmRoutes'}, version: 5},
    ])
  })

  it('replaces their version by the own one, leaves it, or goes back to the form', async () => {
    const mine = await choosing([LATE, BOSS])
    mine.send({type: 'side.chosen', side: 'mine'})
    mine.send({type: 'side.confirmed'})
    expect([mine.writes.asked.at(-1)?.version, mine.written()]).toEqual([5, [{...NOC, repeat: 60}, BOSS]])
    const theirs = await choosing([LATE, BOSS])
    theirs.send({type: 'side.confirmed'})
    expect([theirs.state(), theirs.row('Noc').json, theirs.writes.asked.length]).toEqual(['closed', LATE, 1])
    const form = await choosing([LATE, BOSS])
    form.send({type: 'dialog.closed'})
    expect([form.state(), form.context().draft.repeat]).toEqual([{form: 'typing'}, '60'])
  })

  it('asks whether a route that somebody else has removed is added again', async () => {
    const {send, context, written} = await choosing([BOSS])
    expect(context().chosen).toBe(null)
    send({type: 'side.chosen', side: 'mine'})
    send({type: 'side.confirmed'})
    expect(written()).toEqual([BOSS, {...NOC, repeat: 60}])
  })

  it('asks when somebody else has added a route of the same name, and never adds a second one', async () => {
    const {send, writes, loads, state, written} = await shown(attribute([BOSS], 4))
    send({type: 'add.requested'})
    send({type: 'draft.changed', change: {name: 'Noc', emails: 'own@works.test'}})
    send({type: 'save.requested'})
    await writes.fail(refused(409))
    await loads.answer(attribute([BOSS, NOC], 5))
    expect(state()).toEqual({form: 'choosing'})
    send({type: 'side.chosen', side: 'mine'})
    send({type: 'side.confirmed'})
    expect(written()).toEqual([BOSS, {name: 'Noc', targets: [{kind: 'email', address: 'own@works.test'}]}])
  })

  it('goes back to the form when the other version is the same, or can’t be read', async () => {
    const same = await saving()
    await same.writes.fail(refused(409))
    await same.loads.answer(attribute([NOC, BOSS], 4))
    const unread = await saving()
    await unread.writes.fail(refused(409))
    await unread.loads.fail(unreachable)
    expect([same.state(), unread.state()]).toEqual([{form: 'typing'}, {form: 'typing'}])
  })
})

describe('removing', () => {
  async function removing() {
    const routes = await shown()
    routes.send({type: 'deletion.requested', row: routes.row('Noc')})
    routes.send({type: 'deletion.confirmed'})
    return routes
  }

  it('asks first', async () => {
    const {send, row, state, writes} = await shown()
    send({type: 'deletion.requested', row: row('Noc')})
    send({type: 'dialog.closed'})
    expect([state(), writes.asked]).toEqual(['closed', []])
  })

  it('takes one route away', async () => {
    const {writes, written, state} = await removing()
    expect(written()).toEqual([BOSS])
    await writes.answer(attribute([BOSS], 5))
    expect(state()).toBe('closed')
  })

  it('takes it away from what somebody else has written meanwhile', async () => {
    const {writes, loads, written} = await removing()
    await writes.fail(refused(409))
    await loads.answer(attribute([BOSS, NOC, LATE], 5))
    expect(written()).toEqual([BOSS, LATE])
  })

  it('asks once more for a route that somebody else has changed', async () => {
    const {writes, loads, state, context, row} = await removing()
    await writes.fail(refused(409))
    await loads.answer(attribute([LATE, BOSS], 5))
    expect([state(), context().message, row('Noc').json, writes.asked.length]).toEqual([
      {deleting: 'asking'},
      'Somebody else has changed this route meanwhile, so it has not been removed.',
      LATE,
      1,
    ])
  })

  it('is over when somebody else has removed the route', async () => {
    const {writes, loads, state} = await removing()
    await writes.fail(refused(409))
    await loads.answer(attribute([BOSS], 5))
    expect([state(), writes.asked.length]).toEqual(['closed', 1])
  })

  it('asks again when it failed', async () => {
    const {writes, state, context} = await removing()
    await writes.fail(unreachable)
    expect([state(), context().message]).toEqual([{deleting: 'asking'}, 'Failed to remove the route'])
  })
})
