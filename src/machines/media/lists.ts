import {sendParent} from 'xstate'
import type {IdIntent} from '../../../contract/rules/lists/idList'
import type {PlaylistIntent, PlaylistItem} from '../../../contract/rules/lists/playlist'
import type {Emergency, EmergencyIntent} from '../../../contract/rules/media/emergency'
import type {HoursIntent, OpeningHours} from '../../../contract/rules/media/openingHours'
import {textsOf} from '../../domain/language'
import {ASSIGNED, EMERGENCIES, FALLBACK, MEMBERS, OPENING_HOURS, PLAYLIST, PREPARED} from '../../domain/listRules'
import {createListMachine, type ListLogic, type ListRef} from '../listAttribute'

export const intentTexts = textsOf('machines.intents', {
  playlist: {
    add: 'Failed to add video to playlist',
    remove: 'Failed to remove video from playlist',
    reorder: 'Failed to reorder playlist',
    schedule: 'Failed to change when the video is played',
  },
  assigned: {add: 'Failed to assign video to device', remove: 'Failed to remove video from device'},
  fallback: {
    add: 'Failed to add video to the fallback',
    remove: 'Failed to remove video from the fallback',
    reorder: 'Failed to reorder the fallback',
  },
  members: {add: 'Failed to assign device to group', remove: 'Failed to remove device from group'},
  emergencies: {raise: 'The emergency was not raised', lift: 'The emergency was not lifted'},
  prepared: {add: 'Failed to prepare the video', remove: 'Failed to remove the prepared video'},
  openingHours: 'The opening hours were not saved: somebody else may have changed them meanwhile',
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

/** The videos that the screens of an organisation or of a group play while their playlists leave nothing to show. */
export const fallbackMachine: ListLogic<PlaylistItem, PlaylistIntent> = createListMachine({
  rules: FALLBACK,
  failureOf({kind}: PlaylistIntent) {
    const failed = KINDS[kind]
    return intentTexts.fallback[failed === 'schedule' ? 'reorder' : failed]
  },
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

/** What the screens of an organisation show now, whatever else is planned. */
export const emergenciesMachine: ListLogic<Emergency, EmergencyIntent> = createListMachine({
  rules: EMERGENCIES,
  failureOf: ({kind}: EmergencyIntent) => intentTexts.emergencies[kind],
})

/** The videos that they fetch before an emergency needs them. */
export const preparedMachine: ListLogic<string, IdIntent> = createListMachine({
  rules: PREPARED,
  failureOf: ({kind}: IdIntent) => intentTexts.prepared[kind],
})

/** The opening hours that an organisation, a group or a device has of its own. */
export const openingHoursListMachine: ListLogic<OpeningHours, HoursIntent> = createListMachine({
  rules: OPENING_HOURS,
  failureOf: () => intentTexts.openingHours,
})

export type HoursRef = ListRef<OpeningHours, HoursIntent>
export type EmergenciesRef = ListRef<Emergency, EmergencyIntent>
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
