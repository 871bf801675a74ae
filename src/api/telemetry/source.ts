import type {KeyOwners, KeySettings} from '../../domain/telemetry/readings/keySettings'
import type {SeriesAnswer, SeriesQuestion} from '../../domain/telemetry/series/seriesAnswer'
import type {SeriesStatistics, StatisticsOf} from '../../domain/telemetry/series/seriesStatistics'
import type {Options} from '../http'

/** The telemetry that every server has. Each kind of server answers by its own calls. */
export interface TelemetrySource {
  /**
   * Loads at most 1000 points. With `hasDetails` the answer also has the states of texts and what the points leave out,
   * as far as the server makes them.
   */
  series(question: SeriesQuestion & {hasDetails?: boolean}, options?: Options): Promise<SeriesAnswer>
  /** Loads the statistics of the tiles. */
  statistics(of: StatisticsOf, options?: Options): Promise<SeriesStatistics>
  /** Loads the units and thresholds that hold for the devices that the caller may see. */
  keySettings(owners: KeyOwners, options?: Options): Promise<KeySettings>
}
