import type {EpochMs} from '../../../contract/wire/common'
import {changesOf, type WallChanges} from './panels/changes'
import type {Wall, WallIntent} from './walls'

/** An earlier version of a wall. */
export interface WallVersion {
  id: string
  /** On the client's clock. */
  storedAt: EpochMs
  /** The author; null when unknown. */
  by: string | null
  wall: Wall
}

export interface WallVersions {
  /** The names of all walls that have versions, removed ones included. */
  walls: readonly string[]
  /** The newest first. */
  versions: readonly WallVersion[]
}

/** The changes that led to a version. Null for the first that is known. */
export interface VersionChanges extends WallChanges {
  /** The name before; null when it is the same. */
  renamedFrom: string | null
  /** Whether other devices, keys or looks were chosen. */
  hasOtherSettings: boolean
}

export function versionChanges(versions: readonly WallVersion[], at: number): VersionChanges | null {
  const [version, before] = [versions[at]?.wall, versions[at + 1]?.wall]
  const changes = before === undefined ? null : changesOf(before, version)
  if (version === undefined || before === undefined || changes === null) return null
  return {
    ...changes,
    renamedFrom: before.name === version.name ? null : before.name,
    hasOtherSettings: JSON.stringify(settingsOf(before)) !== JSON.stringify(settingsOf(version)),
  }
}

const settingsOf = ({name, composition, ...settings}: Wall) => settings

/** Restores the wall of this name. Another name that it had then does not come back. */
export function bringBack(wall: Wall, name: string, walls: readonly Wall[]): WallIntent {
  const isThere = walls.some(each => each.name === name)
  return {kind: 'keep', wall: {...wall, name}, was: isThere ? name : null}
}

/** Tells whether the wall equals the version. */
export function isPresent({wall}: WallVersion, name: string, walls: readonly Wall[]): boolean {
  const present = walls.find(each => each.name === name)
  return JSON.stringify(present) === JSON.stringify({...wall, name})
}
