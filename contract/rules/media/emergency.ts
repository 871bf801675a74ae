import type {EpochMs, Json, Milliseconds} from '../../wire/common'
import {isRecord} from '../json'
import {listFrom, listValue, type StoredList} from '../lists/storedList'
import {DAY} from '../time/durations'

/** The shared attribute of an organisation: what its screens show now, whatever else is planned. */
export const EMERGENCIES_ATTRIBUTE = 'emergencies'
/** The shared attribute of an organisation: the ids of the videos that all of its screens fetch before they are needed. */
export const EMERGENCY_VIDEOS_ATTRIBUTE = 'emergency_video_ids'

export interface Emergency {
  id: string
  videoId: string
  /** The group of its screens; null for all of the organisation. */
  groupId: string | null
  why: string
  /** The name of the person who raised it. */
  by: string
  since: EpochMs
  until: EpochMs
  /** In a drill the screens only say that they have the video. */
  isDrill: boolean
}

export type Emergencies = StoredList<Emergency>

/** A change requested by a person, which can be repeated on a list that someone else has changed in the meantime. */
export type EmergencyIntent = {kind: 'raise'; emergency: Emergency} | {kind: 'lift'; emergency: Emergency}

export const WHY_LENGTH = 200
export const LONGEST_EMERGENCY: Milliseconds = 7 * DAY

export const emergenciesFrom = (value: Json | undefined, version: number | null): Emergencies =>
  listFrom(value, version, emergencyFrom)

export const emergenciesValue = (emergencies: Emergencies): Json[] =>
  listValue(emergencies, ({isDrill, ...emergency}) => ({...emergency, drill: isDrill}))

/** The list with the intent fulfilled: the same list when there is nothing to do. Emergencies that have ended leave it. */
export function withEmergencyIntent(list: Emergencies, {kind, emergency}: EmergencyIntent): Emergencies {
  const isIn = list.items.some(({id}) => id === emergency.id)
  if (isIn === (kind === 'raise')) return list
  if (kind === 'lift') return {...list, items: list.items.filter(({id}) => id !== emergency.id)}
  return {...list, items: [...list.items.filter(({until}) => until > emergency.since), emergency]}
}

/** The emergency that counts for a screen of these groups: a real one before a drill, then the latest. */
export function emergencyOf(
  emergencies: readonly Emergency[],
  groupIds: readonly string[],
  now: EpochMs,
): Emergency | null {
  const [first] = emergencies
    .filter(({groupId}) => groupId === null || groupIds.includes(groupId))
    .filter(({until}) => now < until)
    .sort(
      (one, other) =>
        Number(one.isDrill) - Number(other.isDrill) || other.since - one.since || (one.id < other.id ? -1 : 1),
    )
  return first ?? null
}

function emergencyFrom(entry: Json): Emergency | null {
  if (!isRecord(entry)) return null
  const {id, videoId, groupId = null, why, by, since, until, drill} = entry
  if (typeof id !== 'string' || id === '' || typeof videoId !== 'string') return null
  if (groupId !== null && typeof groupId !== 'string') return null
  if (typeof since !== 'number' || typeof until !== 'number' || !(since < until)) return null
  return {
    id,
    videoId,
    groupId,
    why: typeof why === 'string' ? why : '',
    by: typeof by === 'string' ? by : '',
    since,
    until: Math.min(until, since + LONGEST_EMERGENCY),
    isDrill: drill === true,
  }
}
