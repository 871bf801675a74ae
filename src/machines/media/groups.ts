import {type ActorRefFrom, assign, enqueueActions, not, type SnapshotFrom, setup, stopChild} from 'xstate'
import {trimmed} from '../../../contract/wire/text'
import {isRefusedWith, messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {type Group, type Membership, membershipOf} from '../../domain/media/group'
import {RETRIES, retries} from '../connectivity'
import {call, type Given, missing} from '../ports'
import {type IdsRef, membersMachine} from './lists'

export interface GroupsInput {
  organisationId: string | null
}

interface GroupsContext extends GroupsInput {
  groups: readonly Group[]
  /** The list of each group's devices. */
  lists: ReadonlyMap<string, IdsRef>
  /** The devices of each group, as far as its list was read. */
  members: ReadonlyMap<string, readonly string[]>
  membership: Membership
  /** The group that is renamed or deleted; null while one is created. */
  subject: Group | null
  typed: string
  /** The fault of the typed name. */
  problem: string | null
  message: string | null
}

type GroupsEvent =
  | {type: 'retry.requested'}
  | {type: 'refresh.requested'}
  | {type: 'members.changed'; groupId: string; deviceIds: readonly string[]}
  | {type: 'device.assigned'; groupId: string; deviceId: string}
  | {type: 'device.removed'; groupId: string; deviceId: string}
  | {type: 'creation.requested'}
  | {type: 'rename.requested'; group: Group}
  | {type: 'deletion.requested'; group: Group}
  | {type: 'name.typed'; name: string}
  | {type: 'confirmed'}
  | {type: 'cancelled'}

export const groupsTexts = textsOf('machines.groups', {
  unnamed: 'Name is required.',
  createFailed: 'Failed to create group',
  renameFailed: 'Failed to update group name',
  deleteFailed: 'Delete failed',
  renamedByOthers: (name: string) => `Somebody else has changed this group meanwhile. It is called “${name}” now.`,
})

/** The groups of devices, each with the list of its devices, and what is being done with one of them. */
export const groupsMachine = setup({
  types: {} as {
    context: GroupsContext
    events: GroupsEvent
    input: GroupsInput
  },
  actors: {
    retries,
    members: membersMachine,
    loadGroups: call<readonly Group[], GroupsInput>('loadGroups'),
    loadGroup: call<Group, {id: string}>('loadGroup'),
    createGroup: call<Group, GroupsInput & {name: string}>('createGroup'),
    renameGroup: call<void, {group: Group; name: string}>('renameGroup'),
    deleteGroup: call<void, {id: string}>('deleteGroup'),
  },
  actions: {
    /** Groups that were there before keep their lists. */
    take: enqueueActions(({context, enqueue}, {groups}: {groups: readonly Group[]}) => {
      const {lists, organisationId} = context
      const sorted = [...groups].sort((one, other) => one.name.localeCompare(other.name))
      for (const id of lists.keys()) if (!groups.some(group => group.id === id)) enqueue(stopChild(id))
      enqueue.assign(({spawn}) => ({
        groups: sorted,
        lists: new Map(
          sorted.map(({id}) => {
            const input = {owner: {kind: 'asset' as const, id, organisationId}}
            return [id, lists.get(id) ?? spawn('members', {id, input})]
          }),
        ),
        ...remainingMembers(context, sorted),
      }))
    }),
    begin: assign((_, {group}: {group: Group | null}) => ({
      subject: group,
      typed: group?.name ?? '',
      problem: null,
      message: null,
    })),
    intent: enqueueActions(
      ({context, enqueue}, {groupId, kind, id}: {groupId: string; kind: 'add' | 'remove'; id: string}) => {
        const list = context.lists.get(groupId)
        if (list !== undefined) enqueue.sendTo(list, {type: 'intent.added', intent: {kind, id}})
      },
    ),
    warn: (_, _params: Given<{error: unknown}>) => missing('warn'),
  },
  guards: {
    isNamed: ({context}) => trimmed(context.typed) !== '',
    isRename: ({context}) => context.subject !== null,
  },
}).createMachine({
  id: 'groups',
  context: ({input}) => ({
    ...input,
    groups: [],
    lists: new Map(),
    members: new Map(),
    membership: new Map(),
    subject: null,
    typed: '',
    problem: null,
    message: null,
  }),
  initial: 'loading',
  on: {
    'members.changed': {
      actions: assign(({context, event: {groupId, deviceIds}}) => {
        const members = new Map([...context.members, [groupId, deviceIds]])
        return {members, membership: membershipOf(members)}
      }),
    },
  },
  states: {
    loading: {
      invoke: {
        src: 'loadGroups',
        input: ({context: {organisationId}}) => ({organisationId}),
        onDone: {target: 'loaded', actions: {type: 'take', params: ({event}) => ({groups: event.output})}},
        onError: {target: 'failed', actions: {type: 'warn', params: ({event}) => ({error: event.error})}},
      },
    },
    failed: {invoke: RETRIES, on: {'retry.requested': 'loading', 'refresh.requested': 'loading'}},
    loaded: {
      on: {
        'device.assigned': {
          actions: {type: 'intent', params: ({event}) => ({...event, kind: 'add', id: event.deviceId})},
        },
        'device.removed': {
          actions: {type: 'intent', params: ({event}) => ({...event, kind: 'remove', id: event.deviceId})},
        },
      },
      initial: 'idle',
      states: {
        idle: {
          on: {
            'creation.requested': {target: 'naming', actions: {type: 'begin', params: {group: null}}},
            'rename.requested': {target: 'naming', actions: {type: 'begin', params: ({event}) => event}},
            'deletion.requested': {target: 'asking', actions: {type: 'begin', params: ({event}) => event}},
            'refresh.requested': 'refreshing',
          },
        },
        naming: {
          on: {
            'name.typed': {actions: assign({typed: ({event}) => event.name, problem: null})},
            confirmed: [
              {guard: not('isNamed'), actions: assign({problem: () => groupsTexts.unnamed})},
              {guard: 'isRename', target: 'renaming'},
              {target: 'creating'},
            ],
            cancelled: 'idle',
          },
        },
        creating: {
          invoke: {
            src: 'createGroup',
            input: ({context: {organisationId, typed}}) => ({organisationId, name: trimmed(typed)}),
            onDone: {
              target: 'idle',
              actions: {type: 'take', params: ({context, event}) => ({groups: [...context.groups, event.output]})},
            },
            onError: {
              target: 'naming',
              actions: assign({message: ({event}) => messageOf(event.error, groupsTexts.createFailed)}),
            },
          },
        },
        renaming: {
          invoke: {
            src: 'renameGroup',
            input: ({context: {subject, typed}}) => ({group: present(subject), name: trimmed(typed)}),
            onDone: 'refreshing',
            onError: [
              {guard: ({event}) => isRefusedWith(event.error, 409), target: 'comparing'},
              {
                target: 'naming',
                actions: assign({message: ({event}) => messageOf(event.error, groupsTexts.renameFailed)}),
              },
            ],
          },
        },
        /** Another user has changed the group: the person decides again, knowing its name of now. */
        comparing: {
          invoke: {
            src: 'loadGroup',
            input: ({context: {subject}}) => present(subject),
            onDone: {
              target: 'naming',
              actions: assign({
                subject: ({event}) => event.output,
                message: ({event}) => groupsTexts.renamedByOthers(event.output.name),
              }),
            },
            onError: {
              target: 'naming',
              actions: assign({message: ({event}) => messageOf(event.error, groupsTexts.renameFailed)}),
            },
          },
        },
        asking: {on: {confirmed: 'deleting', cancelled: 'idle'}},
        deleting: {
          invoke: {
            src: 'deleteGroup',
            input: ({context: {subject}}) => present(subject),
            onDone: {
              target: 'idle',
              actions: {
                type: 'take',
                params: ({context: {groups, subject}}) => ({groups: groups.filter(({id}) => id !== subject?.id)}),
              },
            },
            onError: {
              target: 'asking',
              actions: assign({message: ({event}) => messageOf(event.error, groupsTexts.deleteFailed)}),
            },
          },
        },
        refreshing: {
          invoke: {
            src: 'loadGroups',
            input: ({context: {organisationId}}) => ({organisationId}),
            onDone: {target: 'idle', actions: {type: 'take', params: ({event}) => ({groups: event.output})}},
            onError: {target: 'idle', actions: {type: 'warn', params: ({event}) => ({error: event.error})}},
          },
        },
      },
    },
  },
})

export type GroupsRef = ActorRefFrom<typeof groupsMachine>
export type GroupsSnapshot = SnapshotFrom<typeof groupsMachine>

function present(group: Group | null): Group {
  if (group === null) throw new Error('no group was chosen')
  return group
}

/** Returns the known devices of groups that still exist. */
function remainingMembers({members}: Pick<GroupsContext, 'members'>, groups: readonly Group[]) {
  const remaining = new Map([...members].filter(([groupId]) => groups.some(({id}) => id === groupId)))
  return {members: remaining, membership: membershipOf(remaining)}
}
