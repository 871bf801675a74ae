import type {EpochMs, Milliseconds} from '../../wire/common'
import type {PlayerDark, ReportedEmergency} from '../../wire/player'
import {beatAt, deviceStatus, type Heartbeat} from '../deviceStatus'
import type {PlaylistItem} from '../lists/playlist'
import {ownList, whatPlays} from './whatPlays'

/** What our player reports about itself. What an older player does not report is undefined. */
export interface ScreenReport {
  /** The revision of the playlist that is being played; null before the first. */
  revision: number | null
  /** The revision that is being fetched; null when it is the one being played. */
  fetching: number | null
  /** The number of files of the newest list that it has, of so many. */
  ready: number
  files: number
  /** The id of the video that is on the screen. */
  playing: string | null
  /** In bytes; null when the browser of the screen does not say. */
  free: number | null
  /** Positive when the screen's clock is ahead; null before the server has answered it. */
  clockError: Milliseconds | null
  /** The zone of the hours in its playlist. */
  zone: string | null
  /** Why something does not play or is not fetched, by the video's id. */
  faults: Readonly<Record<string, string>>
  /** Since when the video, or nothing, has been on the screen, by the server's clock. */
  since?: EpochMs | null | undefined
  /** Why nothing is on the screen; null while something is. */
  dark?: ReportedDarkness | null | undefined
  /** The id of the fallback video that is on the screen instead; null while none is. */
  fallback?: string | null | undefined
  /** Whether it shows the emergency of this id, or could; null while there is none. */
  emergency?: EmergencyReport | null | undefined
  /** The codecs that its browser decodes. */
  decodes?: readonly string[] | undefined
}

export type ReportedDarkness = PlayerDark
export type EmergencyReport = ReportedEmergency

/** The playlist that is stored for a screen. */
export interface ScreenList {
  /** 0 while there is none, null when the server counts no versions. */
  version: number | null
  items: readonly PlaylistItem[]
  /** When it was stored; null when the server does not say. */
  savedAt: EpochMs | null
}

/** All that is known of a screen. Undefined is not read yet, null was never sent by the screen. */
export interface ScreenKnown {
  heartbeat: Heartbeat | null | undefined
  report: ScreenReport | null | undefined
  list: ScreenList | undefined
  /** False outside its opening hours: then a screen that is silent is switched off as planned. */
  isOpen?: boolean
}

/**
 * What the public sees. `item` is the id of the video on the screen, and `since` the time since when it is so, null where
 * nobody says; all times are by the server's clock.
 */
export type ScreenState =
  | {kind: 'playing'; item: string; since: EpochMs | null}
  /** Some videos of its list are not shown, with the reasons by their ids. */
  | {kind: 'partly'; item: string; missing: Readonly<Record<string, string>>; since: EpochMs | null}
  /** It plays the list from before so many changes. `since` is the time of the last one. */
  | {kind: 'old'; item: string; behind: number; fetched: Fetched | null; since: EpochMs | null}
  /** `fallback` is the id of the video that is shown instead of what is planned; null where the screen is black. */
  | {kind: 'dark'; why: Darkness; fallback: string | null; since: EpochMs | null}
  /** It is alive, but no player of ours that says what it shows. */
  | {kind: 'mute'}
  /** `last` is the video that it showed last. */
  | {kind: 'silent'; last: string | null; since: EpochMs | null}
  /** No screen has ever reported for it. */
  | {kind: 'new'}
  /** `was` is what was known at `asOf`, before the link was lost; null where nothing was. */
  | UnknownState

/** The number of files that the screen has, and needs. */
export interface Fetched {
  ready: number
  files: number
}

export interface UnknownState {
  kind: 'unknown'
  asOf: EpochMs | null
  was: KnownState | null
}

export type KnownState = Exclude<ScreenState, UnknownState>

/**
 * `unsaid`: an older player shows nothing, though there is something to play. `switchedOff`: it is silent outside its
 * opening hours.
 */
export type Darkness = ReportedDarkness | 'unsaid' | 'switchedOff'

/** All kinds, the one that needs a person most first. */
export const SCREEN_STATES = [
  'dark',
  'silent',
  'partly',
  'old',
  'mute',
  'new',
  'unknown',
  'playing',
] as const satisfies readonly ScreenState['kind'][]

/** What the public sees at `now`, as far as the screen and its list say. */
export function screenState({heartbeat, report, list, isOpen = true}: ScreenKnown, now: EpochMs): ScreenState {
  if (heartbeat === undefined) return NOT_READ
  if (!heartbeat && !report) return {kind: 'new'}
  if (deviceStatus(heartbeat, now) !== 'active') {
    const since = heartbeat && beatAt(heartbeat)
    return isOpen
      ? {kind: 'silent', last: report?.playing ?? null, since}
      : {kind: 'dark', why: 'switchedOff', fallback: null, since}
  }
  if (!report) return {kind: 'mute'}
  const {playing: item, since = null} = report
  if (item === null) {
    return {kind: 'dark', why: darknessOf(report, list, now), fallback: report.fallback ?? null, since}
  }
  if (report.emergency?.state === 'shown') return {kind: 'playing', item, since}
  const missing = missingOf(report, list)
  if (Object.keys(missing).length > 0) return {kind: 'partly', item, missing, since}
  const behind = list === undefined || list.version === null ? 0 : list.version - (report.revision ?? 0)
  if (behind > 0) return {kind: 'old', item, behind, fetched: fetchedOf(report), since: list?.savedAt ?? null}
  return {kind: 'playing', item, since}
}

export const NOT_READ: UnknownState = {kind: 'unknown', asOf: null, was: null}

/** The state after the link was lost at `asOf`. */
export const asOfThen = (state: ScreenState, asOf: EpochMs): UnknownState => ({
  kind: 'unknown',
  asOf,
  was: state.kind === 'unknown' ? state.was : state,
})

/** The kind by which a screen is counted, found and sorted: it stays where it was while the link is down. */
export const countedKind = (state: ScreenState): ScreenState['kind'] =>
  state.kind === 'unknown' ? (state.was?.kind ?? 'unknown') : state.kind

/** The order in which screens need a person: smaller is sooner. A screen that is dark as planned can wait. */
export function urgencyOf(state: ScreenState): number {
  const known = state.kind === 'unknown' ? state.was : state
  const isPlanned = known?.kind === 'dark' && PLANNED.includes(known.why)
  return SCREEN_STATES.indexOf(isPlanned ? 'old' : countedKind(state))
}

/** A person has planned it, or it passes by itself. */
const PLANNED: readonly Darkness[] = ['outsideHours', 'switchedOff', 'fetching']

/** The id of the video that is on the screen; null where none is, or nobody knows. */
export function shownItem(state: ScreenState): string | null {
  if ('item' in state) return state.item
  return state.kind === 'dark' ? state.fallback : null
}

/** Why videos of its list are not shown, by their ids. */
export const faultsIn = (state: ScreenState): Readonly<Record<string, string>> =>
  'missing' in state ? state.missing : NO_FAULTS
const NO_FAULTS: Readonly<Record<string, string>> = {}

/** A fault says nothing of a list that has lost its video. */
function missingOf({faults}: ScreenReport, list: ScreenList | undefined): Readonly<Record<string, string>> {
  if (list === undefined) return faults
  return Object.fromEntries(Object.entries(faults).filter(([id]) => list.items.some(({assetId}) => assetId === id)))
}

/** What an older player does not say follows from its list. */
function darknessOf(report: ScreenReport, list: ScreenList | undefined, now: EpochMs): Darkness {
  if (report.dark) return report.dark
  if (report.fetching !== null || report.revision === null) return 'fetching'
  if (report.files === 0) return 'nothingAssigned'
  const plays = list && whatPlays([ownList(list.items)], report.zone, now)
  if (!plays) return 'unsaid'
  const due = plays.items
  if ((list?.items.length ?? 0) > 0 && due.length === 0) return 'outsideHours'
  return due.length > 0 && due.every(({assetId}) => assetId in report.faults) ? 'allBroken' : 'unsaid'
}

const fetchedOf = ({fetching, ready, files}: ScreenReport): Fetched | null =>
  fetching === null ? null : {ready, files}
