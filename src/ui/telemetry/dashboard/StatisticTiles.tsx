import {useSelector} from '@xstate/react'
import type {StatisticsWindow} from '../../../../contract/rules/calendar'
import type {TileStatistics, WindowStatistics} from '../../../../contract/wire/telemetry'
import type {DerivedStatistics} from '../../../domain/telemetry/derivedStatistics'
import {tileText} from '../../../domain/telemetry/format'
import type {Freshness} from '../../../domain/telemetry/freshness'
import type {ShownUnit} from '../../../domain/telemetry/temperature'
import type {TilesRef} from '../../../machines/telemetry/tiles'
import {useApplication} from '../../kit/application'
import spoken from '../../kit/Spoken.module.css'
import styles from './StatisticTiles.module.css'
import {texts} from './texts'

const WINDOWS = ['lastHour', 'today', 'thisWeek'] as const satisfies readonly (keyof TileStatistics)[]
const FIGURES = ['average', 'min', 'max'] as const satisfies readonly (keyof WindowStatistics)[]

interface Props {
  tiles: TilesRef
  unit: ShownUnit
  /** The freshness of the key's latest value. Without a link the statistics are outdated too. */
  freshness: Freshness
  /** Whether the key's latest value is a text. Statistics of its earlier numbers are still shown. */
  isText: boolean
}

export function StatisticTiles({tiles, unit, freshness, isText}: Props) {
  const isHidden = useSelector(tiles, s => s.matches('hidden'))
  const isLoading = useSelector(tiles, s => s.matches('loading'))
  const statistics = useSelector(tiles, s => s.context.statistics)
  if (isText && WINDOWS.every(window => (statistics?.[window] ?? null) === null))
    return <p className={styles.noNumbers}>{texts.tiles.noNumbers}</p>
  if (isHidden) return null
  return (
    <dl className={styles.tiles} aria-label={texts.tiles.title} aria-busy={isLoading} data-freshness={freshness}>
      {WINDOWS.flatMap(window =>
        FIGURES.map(figure => (
          <div key={`${window} ${figure}`} className={styles.tile}>
            <dt>
              {texts.tiles[figure]} <span className={styles.window}>{texts.tiles[window]}</span>
            </dt>
            <Figure value={figureOf(statistics?.[window], figure)} {...{unit, isLoading}} />
          </div>
        )),
      )}
    </dl>
  )
}

const LONG = 9

/** Null means that the number exceeds what a double can hold; undefined means that there are no points. */
type Shown = number | null | undefined | 'incomplete'

function figureOf(
  statistics: DerivedStatistics[StatisticsWindow] | undefined,
  figure: (typeof FIGURES)[number],
): Shown {
  return statistics === 'incomplete' ? statistics : statistics?.[figure]
}

function Figure({value, unit, isLoading}: {value: Shown; unit: ShownUnit; isLoading: boolean}) {
  const {formats} = useApplication()
  if (value === 'incomplete') return <dd data-long>{texts.tiles.incomplete}</dd>
  if (value === null) return <dd data-long>{texts.tiles.beyondRange}</dd>
  if (value !== undefined) {
    const text = tileText(formats, value, unit)
    return (
      <dd data-long={text.length > LONG || undefined} data-unit={unit ?? undefined}>
        {text}
      </dd>
    )
  }
  return (
    <dd>
      <span aria-hidden="true">{isLoading ? '…' : texts.tiles.none}</span>
      <span className={spoken.spoken}>{isLoading ? texts.tiles.loading : texts.tiles.noPoints}</span>
    </dd>
  )
}
