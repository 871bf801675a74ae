import {
  FALLBACK_ATTRIBUTE,
  GROUP_ATTRIBUTE,
  type IdIntent,
  idsFrom,
  idsValue,
  VIDEOS_ATTRIBUTE,
  withIdIntent,
} from '../../contract/rules/lists/idList'
import {
  inverseOf,
  PLAYLIST_ATTRIBUTE,
  type PlaylistIntent,
  type PlaylistItem,
  playlistFrom,
  playlistValue,
  type Unfulfillable,
  withIntent,
} from '../../contract/rules/lists/playlist'
import type {StoredList} from '../../contract/rules/lists/storedList'
import {
  EMERGENCIES_ATTRIBUTE,
  EMERGENCY_VIDEOS_ATTRIBUTE,
  type Emergency,
  type EmergencyIntent,
  emergenciesFrom,
  emergenciesValue,
  withEmergencyIntent,
} from '../../contract/rules/media/emergency'
import {
  type HoursIntent,
  OPENING_HOURS_ATTRIBUTE,
  type OpeningHours,
  ownHoursFrom,
  ownHoursValue,
  withHoursIntent,
} from '../../contract/rules/media/openingHours'
import type {Json} from '../../contract/wire/common'
import type {AttributeScope} from '../../contract/wire/entities/attribute'

/** The rules of a list stored in an attribute, and the changes that may be requested. */
export interface ListRules<Item, Intent, Value extends Json = Json> {
  key: string
  /** The scope of a new attribute; an existing one stays in its own. */
  scope: AttributeScope
  read: (value: Json | undefined, version: number | null) => StoredList<Item>
  write: (list: StoredList<Item>) => Value
  /** The same list when there is nothing to do. */
  fulfil: (list: StoredList<Item>, intent: Intent) => StoredList<Item> | Unfulfillable
  /** Returns the intent that undoes the given one; null when it changes nothing. */
  inverse: (before: StoredList<Item>, intent: Intent) => Intent | null
}

export const PLAYLIST: ListRules<PlaylistItem, PlaylistIntent> = {
  key: PLAYLIST_ATTRIBUTE,
  scope: 2,
  read: playlistFrom,
  write: playlistValue,
  fulfil: withIntent,
  inverse: inverseOf,
}

/** The videos that screens play while their playlists leave nothing to show, in this order. They have no hours. */
export const FALLBACK: ListRules<PlaylistItem, PlaylistIntent> = {
  ...PLAYLIST,
  key: FALLBACK_ATTRIBUTE,
  read: (value, version) => {
    const ids = idsFrom(value, version)
    return {...ids, items: ids.items.map(assetId => ({assetId, schedule: null}))}
  },
  write: list => idsValue({...list, items: list.items.map(({assetId}) => assetId)}),
}

const IDS = {
  read: idsFrom,
  write: idsValue,
  fulfil: withIdIntent,
  inverse: (before: StoredList<string>, intent: IdIntent): IdIntent | null =>
    withIdIntent(before, intent) === before ? null : {kind: intent.kind === 'add' ? 'remove' : 'add', id: intent.id},
}

/** The videos that a device may play. */
export const ASSIGNED: ListRules<string, IdIntent> = {key: VIDEOS_ATTRIBUTE, scope: 0, ...IDS}

/** The devices of a group. */
export const MEMBERS: ListRules<string, IdIntent> = {key: GROUP_ATTRIBUTE, scope: 2, ...IDS}

/** The emergencies of an organisation. */
export const EMERGENCIES: ListRules<Emergency, EmergencyIntent> = {
  key: EMERGENCIES_ATTRIBUTE,
  scope: 2,
  read: emergenciesFrom,
  write: emergenciesValue,
  fulfil: withEmergencyIntent,
  inverse: (before, intent) =>
    withEmergencyIntent(before, intent) === before
      ? null
      : {...intent, kind: intent.kind === 'raise' ? 'lift' : 'raise'},
}

/** The videos that all screens of an organisation fetch before an emergency needs them. */
export const PREPARED: ListRules<string, IdIntent> = {key: EMERGENCY_VIDEOS_ATTRIBUTE, scope: 2, ...IDS}

/** The opening hours of an organisation, a group or a device. */
export const OPENING_HOURS: ListRules<OpeningHours, HoursIntent> = {
  key: OPENING_HOURS_ATTRIBUTE,
  scope: 2,
  read: ownHoursFrom,
  write: ownHoursValue,
  fulfil: withHoursIntent,
  inverse: ({items: [before = null]}, {hours}) => ({kind: 'set', hours: before, seen: hours}),
}

/** Fulfils several intents, one after the other, and returns the unfulfilled ones apart. */
export function fulfilled<Item, Intent>(
  rules: Pick<ListRules<Item, Intent>, 'fulfil'>,
  list: StoredList<Item>,
  intents: readonly Intent[],
): {list: StoredList<Item>; refused: readonly {intent: Intent; why: Unfulfillable}[]} {
  const refused: {intent: Intent; why: Unfulfillable}[] = []
  let reached = list
  for (const intent of intents) {
    const next = rules.fulfil(reached, intent)
    if (typeof next === 'string') refused.push({intent, why: next})
    else reached = next
  }
  return {list: reached, refused}
}
