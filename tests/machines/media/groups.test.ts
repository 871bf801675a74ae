import {Subject} from 'rxjs'
import {describe, expect, it} from 'vitest'
import {createActor, fromEventObservable, fromPromise} from 'xstate'
import {idsFrom} from '../../../contract/rules/lists/idList'
import {ApiError} from '../../../src/api/errors'
import type {Group} from '../../../src/domain/media/group'
import {groupsMachine} from '../../../src/machines/media/groups'
import type {ListChange, ListOwner} from '../../../src/machines/media/listAttribute'
import {membersMachine} from '../../../src/machines/media/lists'
import {createCalls, settled} from '../calls'

const FOYER: Group = {id: 'g1', name: 'Foyer', version: 1}
const STREET: Group = {id: 'g2', name: 'Street', version: 1}
const MEMBERS: Readonly<Record<string, string[]>> = {g1: ['a', 'b'], g2: ['b']}
const CONFLICT = new ApiError({kind: 'refused', status: 409, serverMessage: null}, 'PUT')

async function createXActor() {
  const [list, one] = [
    createCalls<readonly Group[], {organisationId: string | null}>(),
    createCalls<Group, {id: string}>(),
  ]
  const creations = createCalls<Group, {organisationId: string | null; name: string}>()
  const renames = createCalls<void, {group: Group; name: string}>()
  const deletions = createCalls<void, {id: string}>()
  const members = membersMachine.provide({
    actors: {
      readList: fromPromise(async ({input}: {input: {owner: ListOwner}}) => idsFrom(MEMBERS[input.owner.id] ?? [], 1)),
      writeList: fromPromise(async ({input}) => ({...input.list, version: 2})),
      changes: fromEventObservable<ListChange<string>, {owner: ListOwner}>(() => new Subject<ListChange<string>>()),
    },
    actions: {showOutcome: () => {}},
  })
  const actor = createActor(
    groupsMachine.provide({
      actors: {
        ...{members, loadGroups: list.logic, loadGroup: one.logic},
        ...{createGroup: creations.logic, renameGroup: renames.logic, deleteGroup: deletions.logic},
      },
      actions: {warn: () => {}},
    }),
    {input: {organisationId: 'o'}},
  ).start()
  await list.answer([STREET, FOYER])
  await settled()
  return {
    ...{actor, list, one, creations, renames, deletions},
    names: () => actor.getSnapshot().context.groups.map(({name}) => name),
    groupsOf: (deviceId: string) => actor.getSnapshot().context.membership.get(deviceId) ?? [],
    context: () => actor.getSnapshot().context,
  }
}

describe('the groups of devices', () => {
  it('tell the groups of each device', async () => {
    const {names, groupsOf} = await createXActor()
    expect(names()).toEqual(['Foyer', 'Street'])
    expect([...groupsOf('b')].sort()).toEqual(['g1', 'g2'])
  })

  it('take a device in, and let it go', async () => {
    const {actor, groupsOf} = await createXActor()
    actor.send({type: 'device.assigned', groupId: 'g2', deviceId: 'c'})
    actor.send({type: 'device.removed', groupId: 'g1', deviceId: 'a'})
    expect([groupsOf('c'), groupsOf('a')]).toEqual([['g2'], []])
  })

  it('are created with a name', async () => {
    const {actor, creations, names} = await createXActor()
    actor.send({type: 'creation.requested'})
    actor.send({type: 'name.typed', name: ' Night '})
    actor.send({type: 'confirmed'})
    expect(creations.asked).toEqual([{organisationId: 'o', name: 'Night'}])
    await creations.answer({id: 'g3', name: 'Night', version: 1})
    expect(names()).toEqual(['Foyer', 'Night', 'Street'])
  })

  it('say at the name that it is missing, until one is typed', async () => {
    const {actor, creations, renames, context} = await createXActor()
    const confirm = (name: string) => {
      actor.send({type: 'name.typed', name})
      actor.send({type: 'confirmed'})
      return context().problem
    }
    actor.send({type: 'creation.requested'})
    expect([confirm(''), confirm('  ')]).toEqual(['Name is required.', 'Name is required.'])
    actor.send({type: 'name.typed', name: 'N'})
    expect(context().problem).toBeNull()
    expect(confirm('')).toBe('Name is required.')
    actor.send({type: 'cancelled'})
    actor.send({type: 'rename.requested', group: FOYER})
    expect(context().problem).toBeNull()
    expect(confirm(' ')).toBe('Name is required.')
    expect([...creations.asked, ...renames.asked]).toEqual([])
  })

  it('say when one could not be created', async () => {
    const {actor, creations, context} = await createXActor()
    actor.send({type: 'creation.requested'})
    actor.send({type: 'name.typed', name: 'Night'})
    actor.send({type: 'confirmed'})
    await creations.fail()
    expect(context()).toMatchObject({typed: 'Night', message: 'Failed to create group'})
  })

  it('say when one could not be renamed', async () => {
    const {actor, renames, context} = await createXActor()
    actor.send({type: 'rename.requested', group: FOYER})
    actor.send({type: 'confirmed'})
    await renames.fail()
    expect(context().message).toBe('Failed to update group name')
  })

  it('name what somebody else has made of a group that is renamed', async () => {
    const {actor, renames, one, context} = await createXActor()
    actor.send({type: 'rename.requested', group: FOYER})
    actor.send({type: 'name.typed', name: 'Hall'})
    actor.send({type: 'confirmed'})
    await renames.fail(CONFLICT)
    await one.answer({...FOYER, name: 'Lobby', version: 2})
    expect(context()).toMatchObject({typed: 'Hall', subject: {name: 'Lobby', version: 2}})
    expect(context().message).toContain('“Lobby”')
  })

  it('forget the devices of a group that is deleted', async () => {
    const {actor, deletions, names, groupsOf} = await createXActor()
    actor.send({type: 'deletion.requested', group: FOYER})
    actor.send({type: 'confirmed'})
    await deletions.answer()
    expect([names(), groupsOf('b')]).toEqual([['Street'], ['g2']])
  })
})
