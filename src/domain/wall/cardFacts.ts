import {type CrossedLimit, crossedLimit} from '../../../contract/rules/thresholds'
import type {EpochMs} from '../../../contract/wire/common'
import {compareAlarms, limitOf, standsSince} from '../alarm'
import {namedOf} from '../telemetry/readings/keySettings'
import type {Tile} from './arrangement'
import type {Board} from './board'

/** Why a device needs attention. */
export interface CardFacts {
  /** The limit that the value of the first key has crossed; null where none is known. */
  limit: CrossedLimit | null
  /** Since when its alarm is raised; null where no alarm says. */
  since: EpochMs | null
}

const NOTHING: CardFacts = {limit: null, since: null}

/** The alarm of the first key says it, or else its threshold. */
export function cardFacts({device, keys: [key]}: Tile, board: Board): CardFacts {
  if (key === undefined) return NOTHING
  const [alarm] = (board.alarmsByDevice.get(device.id) ?? []).filter(each => each.key === key).sort(compareAlarms)
  if (alarm !== undefined) return {limit: limitOf(alarm), since: standsSince(alarm)}
  const severity = board.conditions.get(device.id)?.marks.get(key)?.severity ?? null
  const threshold = namedOf(board.settings.thresholds, device.id, key)
  const value = board.readings.get(device.id)?.get(key)?.value
  if (severity === null || threshold === null || typeof value !== 'number') return NOTHING
  return {limit: crossedLimit(threshold, severity, value), since: null}
}
