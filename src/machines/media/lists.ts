import {sendParent} from 'xstate'
import type {IdIntent} from '../../../contract/rules/lists/idList'
import type {PlaylistIntent, PlaylistItem} from '../../../contract/rules/lists/playlist'
import {textsOf} from '../../domain/language'
import {ASSIGNED, MEMBERS, PLAYLIST} from '../../domain/listRules'
import {createListMachine, type ListLogic, type ListRef} from '../listAttribute'

export const intentTexts = textsOf('machines.intents', {
  playlist: {
    add: 'Failed to add video to playlist',
    remove: 'Failed to remove video from playlist',
    reorder: 'Failed to reorder playlist',
    schedule: 'Failed to change when the video is played',
  },
  assigned: {add: 'Failed to assign video to device', remove: 'Failed to remove video from device'},
  members: {add: 'Failed to assign device to group', remove: 'Failed to remove device from group'},
})

/** The videos that a device plays, in this order. */
export const playlistMachine: ListLogic<PlaylistItem, PlaylistIntent> = createListMachine({
  rules: PLAYLIST,
  failureOf: ({kind}: PlaylistIntent) => intentTexts.playlist[KINDS[kind]],
})

/** The videos that a device may play. */
export const assignedMachine: ListLogic<string, IdIntent> = createListMachine({
  rules: ASSIGNED,
  failureOf: ({kind}: IdIntent) => intentTexts.assigned[kind],
})

/** The devices of a group. The parent is notified of changes. */
export const membersMachine: ListLogic<string, IdIntent> = createListMachine({
  rules: MEMBERS,
  failureOf: ({kind}: IdIntent) => intentTexts.members[kind],
}).provide({
  actions: {
    announce: sendParent(({context: {owner, shown}}) => ({
      type: 'members.changed',
      groupId: owner.id,
      deviceIds: shown.items,
    })),
  },
})

export type PlaylistRef = ListRef<PlaylistItem, PlaylistIntent>
export type IdsRef = ListRef<string, IdIntent>

const KINDS = {
  add: 'add',
  insert: 'add',
  remove: 'remove',
  schedule: 'schedule',
  moveUp: 'reorder',
  moveDown: 'reorder',
  place: 'reorder',
} as const satisfies Record<PlaylistIntent['kind'], keyof typeof intentTexts.playlist>
