import type {EpochMs} from '../../contract/common'

export interface SeriesPoint {
  ts: EpochMs
  value: number
}
