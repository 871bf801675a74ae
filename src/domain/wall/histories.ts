import type {Offer} from '../../../contract/wire/capabilities'
import type {EpochMs} from '../../../contract/wire/common'
import type {ReadingsByDevice} from '../telemetry/readings/reading'
import {
  type Averages,
  extendedSparkline,
  type Figures,
  fetchedSparkline,
  type Span,
  type Sparkline,
  type SparklineId,
} from '../telemetry/series/sparkline'
import type {Tile} from './arrangement'
import type {Board} from './board'
import {panelsWithCopies} from './copies'
import {TILES} from './tiles'

/** The small charts of the wall reach back this far. */
export const WALL_SPAN: Span = '1h'

/** The small charts by what they show. */
export type Histories = ReadonlyMap<string, Sparkline & SparklineId>

export const historyId = ({deviceId, key}: SparklineId): string => `${deviceId} ${key}`

/** A tile draws the first of its keys that has a number; null when there is none. */
export function drawnBy({device, keys}: Tile, readings: ReadingsByDevice): SparklineId | null {
  const known = readings.get(device.id)
  const key = keys.find(each => typeof known?.get(each)?.value === 'number')
  return key === undefined ? null : {deviceId: device.id, key}
}

type Charted = Pick<Board, 'page' | 'panels' | 'copies' | 'wall' | 'deviceStates' | 'readings'>

/** The small charts of the tiles and of the single values that are shown. */
export function requestedHistories({
  page,
  panels,
  copies,
  wall,
  deviceStates,
  readings,
}: Charted): readonly SparklineId[] {
  const pages = [page, ...Array.from(panels.values(), panel => panel.page)]
  const ofTiles = pages.flatMap(page =>
    page === null || TILES[page.packing.kind].look === 'shape'
      ? []
      : page.tiles.slice(page.cards.count).flatMap(tile => drawnBy(tile, readings) ?? []),
  )
  // The server refuses all of a question that names what can't be a device.
  const ofPanels = panelsWithCopies(wall?.composition, copies).flatMap(panel =>
    (panel.kind === 'number' || panel.kind === 'gauge') && deviceStates.has(panel.series.deviceId)
      ? [panel.series]
      : [],
  )
  return [...new Map([...ofTiles, ...ofPanels].map(id => [historyId(id), id])).values()]
}

interface Asking {
  board: Charted
  zone: string
  offer: Offer | null
}

/** The request for them. */
export const historiesQuestion = ({board, zone, offer}: Asking) => ({
  requested: requestedHistories(board),
  span: WALL_SPAN,
  zone,
  offer,
})

export interface FoundHistory extends SparklineId, Pick<Sparkline, 'usual'> {
  averages: Averages
  /** The figures of the whole range; absent where they were not requested, and where there are no numbers. */
  figures?: Figures
}

export const withHistories = (histories: Histories, found: readonly FoundHistory[]): Histories =>
  new Map([
    ...histories,
    ...found.map(
      ({deviceId, key, averages, usual}) =>
        [historyId({deviceId, key}), {deviceId, ...fetchedSparkline(key, averages), ...(usual && {usual})}] as const,
    ),
  ])

/** Adds values that have arrived. Without any, `histories` itself returns. */
export function extendedHistories(histories: Histories, readings: ReadingsByDevice, now: EpochMs): Histories {
  const extended = [...histories].flatMap(([id, before]) => {
    const after = extendedSparkline(before, readings.get(before.deviceId)?.get(before.key), now, WALL_SPAN)
    return after === before ? [] : [[id, {...after, deviceId: before.deviceId}] as const]
  })
  return extended.length === 0 ? histories : new Map([...histories, ...extended])
}
