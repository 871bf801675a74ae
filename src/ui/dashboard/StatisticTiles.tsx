import {useSelector} from '@xstate/react'
import type {TileStatistics, WindowStatistics} from '../../../contract/telemetry'
import {tileText} from '../../domain/format'
import type {TilesRef} from '../../machines/tiles'
import styles from './StatisticTiles.module.css'
import {texts} from './texts'

const WINDOWS = ['lastHour', 'today', 'thisWeek'] as const satisfies readonly (keyof TileStatistics)[]
const FIGURES = ['average', 'min', 'max'] as const satisfies readonly (keyof WindowStatistics)[]

export function StatisticTiles({tiles}: {tiles: TilesRef}) {
  const isHidden = useSelector(tiles, s => s.matches('hidden'))
  const isLoading = useSelector(tiles, s => s.matches('loading'))
  const statistics = useSelector(tiles, s => s.context.statistics)
  if (isHidden) return null
  return (
    <dl className={styles.tiles} aria-label={texts.tiles.title} aria-busy={isLoading}>
      {WINDOWS.flatMap(window =>
        FIGURES.map(figure => (
          <div key={`${window} ${figure}`} className={styles.tile}>
            <dt>
              {texts.tiles[figure]} <span className={styles.window}>{texts.tiles[window]}</span>
            </dt>
            <dd>
              <Figure value={statistics?.[window]?.[figure]} isLoading={isLoading} />
            </dd>
          </div>
        )),
      )}
    </dl>
  )
}

function Figure({value, isLoading}: {value: number | undefined; isLoading: boolean}) {
  if (value !== undefined) return <span title={tileText(value)}>{tileText(value)}</span>
  return (
    <>
      <span aria-hidden="true">{isLoading ? '…' : texts.tiles.none}</span>
      <span className={styles.spoken}>{isLoading ? texts.tiles.loading : texts.tiles.noPoints}</span>
    </>
  )
}
