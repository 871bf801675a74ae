import {UnstyledButton} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type ShownUnit, unitOfAggregated} from '../../../../contract/rules/format/shownUnit'
import type {StatisticsWindow} from '../../../../contract/rules/time/calendar'
import type {TileStatistics, WindowStatistics} from '../../../../contract/wire/telemetry/telemetry'
import {shareText, tileText, valueText} from '../../../domain/telemetry/format'
import type {Freshness} from '../../../domain/telemetry/readings/freshness'
import type {ValueKind} from '../../../domain/telemetry/series/chartKind'
import type {DerivedStatistics} from '../../../domain/telemetry/series/seriesStatistics'
import type {DashboardRef} from '../../../machines/telemetry/dashboard'
import type {TilesRef} from '../../../machines/telemetry/tiles'
import {useApplication} from '../../kit/application'
import {IconChevronDown} from '../../kit/mark/icons'
import spoken from '../../kit/text/Spoken.module.css'
import styles from './StatisticTiles.module.css'
import {texts} from './texts'

type Window = keyof TileStatistics
type FigureName = keyof WindowStatistics

const FEW = {
  windows: ['lastHour', 'today', 'thisWeek'] satisfies Window[],
  figures: ['average', 'min', 'max'] satisfies FigureName[],
}
const ALL = {
  windows: ['lastHour', 'today', 'yesterday', 'thisWeek', 'lastWeek'] satisfies Window[],
  figures: ['average', 'min', 'max', 'sum', 'events'] satisfies FigureName[],
}

/** The average of booleans is the share of true ones; the lowest and the highest of two states say nothing. */
const OF_BOOLEANS: readonly FigureName[] = ['average', 'events']

interface Props {
  dashboard: DashboardRef
  tiles: TilesRef
  unit: ShownUnit
  /** The freshness of the key's latest value. Without a link the statistics are outdated too. */
  freshness: Freshness
  /** A key of texts still shows the statistics of its earlier numbers. */
  kind: ValueKind
}

export function StatisticTiles({dashboard, tiles, unit, freshness, kind}: Props) {
  const isHidden = useSelector(tiles, s => s.matches('hidden'))
  const isLoading = useSelector(tiles, s => s.matches('loading'))
  const statistics = useSelector(tiles, s => s.context.statistics)
  const hasAll = useSelector(dashboard, s => s.context.view.statistics === 'all')
  if (kind === 'text' && FEW.windows.every(window => (statistics?.[window] ?? null) === null))
    return <p className={styles.noNumbers}>{texts.tiles.noNumbers}</p>
  if (isHidden) return null
  const {windows, figures: ofNumbers} = hasAll ? ALL : FEW
  const figures = kind === 'boolean' ? OF_BOOLEANS : ofNumbers
  return (
    <div className={styles.panel}>
      <dl
        className={styles.tiles}
        aria-label={texts.tiles.title}
        aria-busy={isLoading}
        data-freshness={freshness}
        data-all={hasAll || undefined}
        data-figures={figures.length}
        // Scrolling content must be reached by the keyboard.
        tabIndex={hasAll ? 0 : undefined}
      >
        {windows.flatMap(window =>
          figures.map(figure => (
            <div key={`${window} ${figure}`} className={styles.tile}>
              <dt>
                {nameOf(figure, kind)} <span className={styles.window}>{texts.tiles[window]}</span>
              </dt>
              <Figure
                value={figureOf(statistics?.[window], figure)}
                figure={figure}
                kind={kind}
                unit={unit}
                isLoading={isLoading}
              />
            </div>
          )),
        )}
      </dl>
      <UnstyledButton
        className={styles.more}
        aria-expanded={hasAll}
        onClick={() => dashboard.send({type: 'statistics.toggled'})}
      >
        {texts.tiles[hasAll ? 'less' : 'more']} <span className={spoken.spoken}>{texts.tiles.title}</span>
        <IconChevronDown aria-hidden="true" />
      </UnstyledButton>
    </div>
  )
}

const nameOf = (figure: FigureName, kind: ValueKind): string =>
  texts.tiles[kind === 'boolean' && figure === 'average' ? 'share' : figure]

/** Null means that the number exceeds what a double can hold; undefined means that there are no points. */
type Shown = number | null | undefined | 'incomplete'

function figureOf(statistics: DerivedStatistics[StatisticsWindow] | undefined, figure: FigureName): Shown {
  return statistics === 'incomplete' ? statistics : statistics?.[figure]
}

interface FigureProps {
  value: Shown
  figure: FigureName
  kind: ValueKind
  unit: ShownUnit
  isLoading: boolean
}

function Figure({value, figure, kind, unit, isLoading}: FigureProps) {
  const {formats} = useApplication()
  if (value === 'incomplete') return <dd data-words>{texts.tiles.incomplete}</dd>
  if (value === null) return <dd data-words>{texts.tiles.beyondRange}</dd>
  if (value !== undefined) {
    if (figure === 'events') return <dd data-number>{formats.exact(value)}</dd>
    if (kind === 'boolean') return <dd data-number>{shareText(formats, value)}</dd>
    const shown = figure === 'sum' ? unitOfAggregated(unit, 'sum') : unit
    return (
      <dd data-number title={valueText(formats, value, shown)}>
        {tileText(formats, value, shown)}
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
