import {MINUTE} from '../../../contract/rules/time/durations'
import type {Milliseconds} from '../../../contract/wire/common'
import type {LinkState} from '../link'
import type {Illness} from './health'
import type {Outdated, Reload} from './reloads'

/** The one thing that a screen without hands says of itself; null when all is well. */
export type KioskNote =
  | {kind: 'offline' | 'reconnecting' | 'renewing' | 'unreadable' | 'catchingUp' | 'reloading'}
  | {kind: 'ill'; why: Illness}
  | {kind: 'clock'; ahead: Milliseconds}
  | {kind: 'outdated'; why: Outdated}
  | {kind: 'reloads'; count: number; last: Reload}
  | null

export interface KioskFacts {
  isReloading: boolean
  isCatchingUp: boolean
  illness: Illness | null
  link: LinkState
  access: 'fresh' | 'renewing' | 'unreadable'
  ahead: Milliseconds
  outdated: Outdated | null
  reloads: readonly Reload[]
}

/** Less is no matter on a wall, and the server's clock is known to the second alone. */

/** The fact that hides the most comes first. */
export function kioskNote(facts: KioskFacts): KioskNote {
  const {isReloading, isCatchingUp, illness, link, access, ahead, outdated, reloads} = facts
  if (isReloading) return {kind: 'reloading'}
  if (link.kind === 'offline') return {kind: 'offline'}
  if (link.kind === 'reconnecting') return {kind: isCatchingUp ? 'catchingUp' : 'reconnecting'}
  if (access !== 'fresh') return {kind: access}
  if (isCatchingUp) return {kind: 'catchingUp'}
  if (illness !== null) return {kind: 'ill', why: illness}
  if (Math.abs(ahead) > MINUTE) return {kind: 'clock', ahead: Math.round(ahead / MINUTE) * MINUTE}
  if (outdated !== null) return {kind: 'outdated', why: outdated}
  const last = reloads.at(-1)
  return last === undefined ? null : {kind: 'reloads', count: reloads.length, last}
}
