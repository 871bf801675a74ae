import {SHIFT_ROWS} from '../../contract/limits'
import type {EpochMs} from '../../contract/wire/common'
import type {ChangesInShiftWire} from '../../contract/wire/shift'
import type {Viewer} from '../access/viewer'
import {listSeen, type SeenTrailOptions} from './seen'

/** Alarms, maintenance and commands have lists of their own in a shift, and signing in and out changes nothing. */
const NO_CHANGES = [
  'session',
  'password',
  'preferences',
  'profile',
  'alarm',
  'maintenance',
  'shift',
  'device.commanded',
]

/** Reads what people changed in a shift, the newest first. */
export const createChangesInShift =
  (trail: SeenTrailOptions) =>
  async (
    viewer: Viewer,
    organisationId: string,
    {startTs, endTs}: {startTs: EpochMs; endTs: EpochMs},
  ): Promise<ChangesInShiftWire> => {
    const asked = {organisationId, from: startTs, to: endTs, limit: SHIFT_ROWS, except: NO_CHANGES}
    const found = await listSeen(trail, viewer, asked)
    return {
      newest: found.slice(0, SHIFT_ROWS).map(({id, at, email, action, entityType, entityId, entityName, detail}) => ({
        id,
        at,
        by: email,
        action,
        ...keyIn(detail),
        entity_type: entityType,
        entity_id: entityId,
        entity_name: entityName,
      })),
      has_more: found.length > SHIFT_ROWS,
    }
  }

const keyIn = (detail: unknown): {key?: string} =>
  typeof detail === 'object' && detail !== null && 'key' in detail && typeof detail.key === 'string'
    ? {key: detail.key}
    : {}
