import type {EpochMs} from '../../../contract/wire/common'

export interface SeriesPoint {
  ts: EpochMs
  value: number
}
