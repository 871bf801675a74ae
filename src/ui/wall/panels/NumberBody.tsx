import {useComputedColorScheme} from '@mantine/core'
import {useMemo} from 'react'
import {drawnSparkline, sparklineRange, usualWithin} from '../../../domain/telemetry/series/sparkline'
import {historyId, WALL_SPAN} from '../../../domain/wall/histories'
import type {NumberPanel} from '../../../domain/wall/panels/number'
import {useApplication} from '../../kit/application'
import {drawnOn} from './chartDrawing'
import {Gone, useIsGone} from './Gone'
import styles from './Number.module.css'
import {type BodyProps, paintedBy, seriesFace} from './painting'
import {faceOn, StateLine} from './StateLine'

/** One value, as large as there is room, with its last hour below it. */
export function NumberBody({panel, wall}: BodyProps<NumberPanel>) {
  const {formats} = useApplication()
  const colorScheme = useComputedColorScheme()
  const {series} = panel
  const isGone = useIsGone(wall, series)
  const paint = useMemo(
    () =>
      paintedBy(wall, element => {
        const drawing = drawnOn(element)
        const say = faceOn(element)
        return snapshot => {
          say(seriesFace(snapshot, series, formats))
          const {board, histories} = snapshot.context
          const history = histories.get(historyId(series))
          // Later arrivals are drawn with the next few seconds.
          drawing.draw(board.now, history?.fetched, () => ({
            lines: history === undefined ? [] : [{drawn: drawnSparkline(history, board.now, WALL_SPAN), scale: 0}],
            range: sparklineRange(board.now, WALL_SPAN),
            usual: usualWithin(history?.usual ?? [], sparklineRange(board.now, WALL_SPAN)),
          }))
        }
      }),
    [wall, series, formats],
  )
  if (isGone) return <Gone series={series} />
  return (
    <div className={styles.room}>
      <div key={colorScheme} ref={paint} className={styles.number}>
        <p className={styles.figure}>
          <bdi data-part="value" data-number />
          <span className={styles.unit} data-part="unit" />
        </p>
        <canvas className={styles.canvas} />
        <StateLine />
      </div>
    </div>
  )
}
