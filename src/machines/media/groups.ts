import {type ActorRefFrom, assign, enqueueActions, sendTo, setup, stopChild} from 'xstate'
import {trimmed} from '../../../contract/wire/text'
import {textsOf} from '../../domain/language'
import {type Group, type Membership, membershipOf} from '../../domain/media/group'
import {createEntries, type EntriesRef} from '../entries'
import {type Given, missing} from '../ports'
import {type IdsRef, membersMachine} from './lists'

export interface GroupsInput {
  organisationId: string | null
}

interface Groups {
  input: GroupsInput
  loaded: readonly Group[]
  row: Group
  draft: {name: string}
  problems: {name?: string}
  act: never
  change: never
}

export const groupsTexts = textsOf('machines.groups', {
  loadFailed: 'Failed to load groups',
  unnamed: 'Name is required.',
  createFailed: 'Failed to create group',
  renameFailed: 'Failed to update group name',
  removeFailed: 'Delete failed',
  joined: (device: string) =>
    `The playlist of “${device}” stays as it is. “Assign to group …” adds videos to the playlists of a group.`,
  renamedByOthers: (name: string) => `Somebody else has changed this group meanwhile. It is called “${name}” now.`,
})

const inList = (groups: readonly Group[], group: Group | null) => groups.find(({id}) => id === group?.id) ?? null

/** The groups themselves, which are created, renamed and deleted. */
export const groupEntriesMachine = createEntries<Groups>({
  id: 'groupEntries',
  texts: groupsTexts,
  saveFailed: (_, chosen) => groupsTexts[chosen === null ? 'createFailed' : 'renameFailed'],
  nothing: [],
  draftOf: group => ({name: group?.name ?? ''}),
  noProblems: {},
  problemsOf: ({name}) => (trimmed(name) === '' ? {name: groupsTexts.unnamed} : {}),
  conflict: {
    changed: ({name}) => groupsTexts.renamedByOthers(name),
    versionOf: (groups, chosen) => inList(groups, chosen)?.version ?? null,
    isChanged: ({base, loaded, chosen}) => {
      const now = inList(loaded, chosen)
      return now !== null && now.version !== inList(base, chosen)?.version
    },
    theirs: ({loaded, chosen}) => inList(loaded, chosen),
  },
})

export type GroupEntriesRef = EntriesRef<Groups>

interface GroupsContext extends GroupsInput {
  /** The groups as they were read last, and in the order of their names. */
  read: readonly Group[]
  groups: readonly Group[]
  /** The list of each group's devices. */
  lists: ReadonlyMap<string, IdsRef>
  /** The devices of each group, as far as its list was read. */
  members: ReadonlyMap<string, readonly string[]>
  membership: Membership
}

type GroupsEvent =
  | {type: 'refresh.requested'}
  | {type: 'members.changed'; groupId: string; deviceIds: readonly string[]}
  | {type: 'device.assigned'; groupId: string; deviceId: string; deviceName: string}
  | {type: 'device.removed'; groupId: string; deviceId: string}

/** The groups of devices, each with the list of its devices. */
export const groupsMachine = setup({
  types: {} as {
    context: GroupsContext
    events: GroupsEvent
    input: GroupsInput
    children: {entries: 'entries'}
  },
  actors: {entries: groupEntriesMachine, members: membersMachine},
  actions: {
    showOutcome: (_, _params: Given<{text: string}>) => missing('showOutcome'),
    /** Groups that were there before keep their lists. */
    take: enqueueActions(({context, enqueue}, {groups}: {groups: readonly Group[]}) => {
      const {lists, organisationId} = context
      for (const id of lists.keys()) if (!groups.some(group => group.id === id)) enqueue(stopChild(id))
      enqueue.assign(({spawn}) => ({
        read: groups,
        groups: groups.toSorted((one, other) => one.name.localeCompare(other.name)),
        lists: new Map(
          groups.map(({id}) => {
            const input = {owner: {kind: 'asset' as const, id, organisationId}}
            return [id, lists.get(id) ?? spawn('members', {id, input})]
          }),
        ),
        ...remainingMembers(context, groups),
      }))
    }),
    intent: enqueueActions(
      ({context, enqueue}, {groupId, kind, id}: {groupId: string; kind: 'add' | 'remove'; id: string}) => {
        const list = context.lists.get(groupId)
        if (list !== undefined) enqueue.sendTo(list, {type: 'intent.added', intent: {kind, id}})
      },
    ),
  },
}).createMachine({
  id: 'groups',
  context: ({input}) => ({...input, read: [], groups: [], lists: new Map(), members: new Map(), membership: new Map()}),
  invoke: {
    id: 'entries',
    src: 'entries',
    input: ({context: {organisationId}}) => ({organisationId}),
    onSnapshot: {
      guard: ({context, event}) => event.snapshot.context.loaded !== context.read,
      actions: {type: 'take', params: ({event}) => ({groups: event.snapshot.context.loaded})},
    },
    onError: {},
  },
  on: {
    'refresh.requested': {actions: sendTo('entries', {type: 'entries.changed'})},
    'members.changed': {
      actions: assign(({context, event: {groupId, deviceIds}}) => {
        const members = new Map([...context.members, [groupId, deviceIds]])
        return {members, membership: membershipOf(members)}
      }),
    },
    'device.assigned': {
      actions: [
        {type: 'intent', params: ({event}) => ({...event, kind: 'add', id: event.deviceId})},
        {type: 'showOutcome', params: ({event}) => ({text: groupsTexts.joined(event.deviceName)})},
      ],
    },
    'device.removed': {
      actions: {type: 'intent', params: ({event}) => ({...event, kind: 'remove', id: event.deviceId})},
    },
  },
})

export type GroupsRef = ActorRefFrom<typeof groupsMachine>

/** Returns the known devices of groups that still exist. */
function remainingMembers({members}: Pick<GroupsContext, 'members'>, groups: readonly Group[]) {
  const remaining = new Map([...members].filter(([groupId]) => groups.some(({id}) => id === groupId)))
  return {members: remaining, membership: membershipOf(remaining)}
}
