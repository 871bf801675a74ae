import {Subject} from 'rxjs'
import {describe, expect, it} from 'vitest'
import {createActor, fromEventObservable, fromPromise} from 'xstate'
import {idsFrom} from '../../../contract/rules/lists/idList'
import {ApiError} from '../../../src/api/errors'
import type {Group} from '../../../src/domain/media/group'
import type {EntriesChanged} from '../../../src/machines/entries'
import type {ListChange, ListOwner} from '../../../src/machines/listAttribute'
import {type GroupsInput, groupEntriesMachine, groupsMachine} from '../../../src/machines/media/groups'
import {membersMachine} from '../../../src/machines/media/lists'
import {createCalls, settled} from '../calls'

const FOYER: Group = {id: 'g1', name: 'Foyer', version: 1}
const STREET: Group = {id: 'g2', name: 'Street', version: 1}
const MEMBERS: Readonly<Record<string, string[]>> = {g1: ['a', 'b'], g2: ['b']}
const CONFLICT = new ApiError({kind: 'refused', status: 409, serverMessage: null}, 'PUT')

async function createXActor() {
  const list = createCalls<readonly Group[], {input: GroupsInput}>()
  const saves = createCalls<
    readonly Group[] | undefined,
    {input: GroupsInput; loaded: readonly Group[]; row: Group | null; draft: {name: string}}
  >()
  const deletions = createCalls<
    readonly Group[] | undefined,
    {input: GroupsInput; loaded: readonly Group[]; row: Group}
  >()
  const members = membersMachine.provide({
    actors: {
      readList: fromPromise(async ({input}: {input: {owner: ListOwner}}) => idsFrom(MEMBERS[input.owner.id] ?? [], 1)),
      writeList: fromPromise(async ({input}) => ({...input.list, version: 2})),
      changes: fromEventObservable<ListChange<string>, {owner: ListOwner}>(() => new Subject<ListChange<string>>()),
    },
    actions: {showOutcome: () => {}},
  })
  const outcomes: string[] = []
  const actor = createActor(
    groupsMachine.provide({
      actions: {showOutcome: (_, {text}) => outcomes.push(text)},
      actors: {
        members,
        entries: groupEntriesMachine.provide({
          actors: {
            load: list.logic,
            save: saves.logic,
            remove: deletions.logic,
            changes: fromEventObservable(() => new Subject<EntriesChanged>()),
          },
        }),
      },
    }),
    {input: {organisationId: 'o'}},
  ).start()
  await list.answer([STREET, FOYER])
  await settled()
  const {entries} = actor.getSnapshot().children
  if (entries === undefined) throw new Error('the groups are not read')
  return {
    actor,
    entries,
    outcomes,
    list,
    saves,
    deletions,
    names: () => actor.getSnapshot().context.groups.map(({name}) => name),
    groupsOf: (deviceId: string) => actor.getSnapshot().context.membership.get(deviceId) ?? [],
    context: () => entries.getSnapshot().context,
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
    actor.send({type: 'device.assigned', groupId: 'g2', deviceId: 'c', deviceName: 'Cafe'})
    actor.send({type: 'device.removed', groupId: 'g1', deviceId: 'a'})
    expect([groupsOf('c'), groupsOf('a')]).toEqual([['g2'], []])
  })

  it('say what stays of a device that joins, and nothing of one that leaves', async () => {
    const {actor, outcomes} = await createXActor()
    actor.send({type: 'device.removed', groupId: 'g1', deviceId: 'a'})
    expect(outcomes).toEqual([])
    actor.send({type: 'device.assigned', groupId: 'g2', deviceId: 'c', deviceName: 'Cafe'})
    expect(outcomes).toEqual([
      'The playlist of “Cafe” stays as it is. “Assign to group …” adds videos to the playlists of a group.',
    ])
  })

  it('are created with a name', async () => {
    const {entries, saves, names} = await createXActor()
    entries.send({type: 'add.requested'})
    entries.send({type: 'draft.changed', change: {name: 'Night'}})
    entries.send({type: 'save.requested'})
    expect(saves.asked).toEqual([
      {input: {organisationId: 'o'}, loaded: [STREET, FOYER], row: null, draft: {name: 'Night'}},
    ])
    await saves.answer([STREET, FOYER, {id: 'g3', name: 'Night', version: 1}])
    expect(names()).toEqual(['Foyer', 'Night', 'Street'])
  })

  it('say at the name that it is missing, until one is typed', async () => {
    const {entries, saves, context} = await createXActor()
    const confirm = (name: string) => {
      entries.send({type: 'draft.changed', change: {name}})
      entries.send({type: 'save.requested'})
      return context().problems.name
    }
    entries.send({type: 'add.requested'})
    expect([confirm(''), confirm('  ')]).toEqual(['Name is required.', 'Name is required.'])
    entries.send({type: 'draft.changed', change: {name: 'N'}})
    expect(context().problems).toEqual({})
    expect(confirm('')).toBe('Name is required.')
    entries.send({type: 'dialog.closed'})
    entries.send({type: 'edit.requested', row: FOYER})
    expect(context().problems).toEqual({})
    expect(confirm(' ')).toBe('Name is required.')
    expect(saves.asked).toEqual([])
  })

  it('say when one could not be created', async () => {
    const {entries, saves, context} = await createXActor()
    entries.send({type: 'add.requested'})
    entries.send({type: 'draft.changed', change: {name: 'Night'}})
    entries.send({type: 'save.requested'})
    await saves.fail()
    expect(context()).toMatchObject({draft: {name: 'Night'}, message: 'Failed to create group'})
  })

  it('say when one could not be renamed', async () => {
    const {entries, saves, context} = await createXActor()
    entries.send({type: 'edit.requested', row: FOYER})
    entries.send({type: 'save.requested'})
    await saves.fail()
    expect(context().message).toBe('Failed to update group name')
  })

  it('name what somebody else has made of a group that is renamed, and rename it once more on request', async () => {
    const {entries, saves, list, context} = await createXActor()
    const lobby = {...FOYER, name: 'Lobby', version: 2}
    entries.send({type: 'edit.requested', row: FOYER})
    entries.send({type: 'draft.changed', change: {name: 'Hall'}})
    entries.send({type: 'save.requested'})
    await saves.fail(CONFLICT)
    await list.answer([STREET, lobby])
    expect(context()).toMatchObject({draft: {name: 'Hall'}, chosen: {name: 'Lobby', version: 2}})
    expect(context().message).toContain('“Lobby”')
    entries.send({type: 'save.requested'})
    expect(saves.asked.at(-1)?.row).toEqual(lobby)
  })

  it('take a click while they are read again', async () => {
    const {actor, entries} = await createXActor()
    actor.send({type: 'refresh.requested'})
    entries.send({type: 'edit.requested', row: FOYER})
    expect(entries.getSnapshot().value).toEqual({loaded: {list: 'refreshing', dialog: {form: 'typing'}}})
  })

  it('forget the devices of a group that is deleted', async () => {
    const {entries, deletions, names, groupsOf} = await createXActor()
    entries.send({type: 'deletion.requested', row: FOYER})
    entries.send({type: 'deletion.confirmed'})
    await deletions.answer([STREET])
    expect([names(), groupsOf('b')]).toEqual([['Street'], ['g2']])
  })
})
