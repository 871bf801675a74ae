import type {EpochMs} from '../../../contract/wire/common'
import type {SeriesRef} from '../read/series'

/** A time of a series that is worked on as a whole. */
export interface Piece extends SeriesRef {
  from: EpochMs
  until: EpochMs
}

/** A piece that is left as it is, and the reason: a sentence, or an error. */
export interface PassedOver extends Piece {
  because: unknown
}

/** A series, and from when on the next piece of it begins. */
export interface Place extends SeriesRef {
  after: EpochMs
}

export interface StepsOptions<Some extends Piece> {
  seriesPerStep: number
  /** The next piece of each series that has one. */
  next(places: readonly Place[]): Promise<Some[]>
  /** Works on pieces of different series in a transaction. Undefined when another server does. */
  work(pieces: readonly Some[]): Promise<readonly PassedOver[] | undefined>
}

/**
 * Works on each series in the order of time, and yields after each step what it has passed over. Each piece is tried
 * once, whatever its outcome. Pieces that fail together are tried one by one. Returns false when another server does
 * this.
 */
export async function* inOrderOfTime<Some extends Piece>(
  series: readonly SeriesRef[],
  {seriesPerStep, next, work}: StepsOptions<Some>,
): AsyncGenerator<readonly PassedOver[], boolean> {
  let left = await next(series.map(one => ({...one, after: 0})))
  while (left.length > 0) {
    const [some, others] = [left.slice(0, seriesPerStep), left.slice(seriesPerStep)]
    const passedOver = await work(some).catch(error => (some.length === 1 ? failed(some, error) : oneByOne(some)))
    if (passedOver === undefined) return false
    yield passedOver
    left = [...(await next(some.map(piece => ({...piece, after: piece.until})))), ...others]
  }
  return true

  async function oneByOne(pieces: readonly Some[]): Promise<PassedOver[] | undefined> {
    const passedOver: PassedOver[] = []
    for (const piece of pieces) {
      const found = await work([piece]).catch(error => failed([piece], error))
      if (found === undefined) return undefined
      passedOver.push(...found)
    }
    return passedOver
  }
}

const failed = (pieces: readonly Piece[], because: unknown): PassedOver[] =>
  pieces.map(({deviceNumber, keyId, from, until}) => ({deviceNumber, keyId, from, until, because}))

/** The columns that `next` asks for. */
export const columnsOf = (places: readonly Place[]): unknown[] => [
  places.map(({deviceNumber}) => deviceNumber),
  places.map(({keyId}) => keyId),
  places.map(({after}) => after),
]
