import {useComputedColorScheme} from '@mantine/core'
import {useMemo} from 'react'
import {drawnSparkline, sparklineRange, usualWithin} from '../../../domain/telemetry/series/sparkline'
import {historyId, WALL_SPAN} from '../../../domain/wall/histories'
import type {NumberPanel} from '../../../domain/wall/panels/number'
import {useApplication} from '../../kit/application'
import {WALL_SHAPES} from '../grid/StatusShape'
import {drawnOn} from './chartDrawing'
import {Gone, useIsGone} from './Gone'
import styles from './Number.module.css'
import {type BodyProps, paintedBy, partOf, seriesFace, write} from './painting'

/** One value, as large as there is room, over its last hour. */
export function NumberBody({panel, wall}: BodyProps<NumberPanel>) {
  const {formats} = useApplication()
  const colorScheme = useComputedColorScheme()
  const {series} = panel
  const isGone = useIsGone(wall, series)
  const paint = useMemo(
    () =>
      paintedBy(wall, element => {
        const drawing = drawnOn(element)
        const shape = element.querySelector('path')
        const parts = ['value', 'unit', 'word', 'age'].map(name => partOf(element, name))
        return snapshot => {
          const face = seriesFace(snapshot, series, formats)
          const texts = [face.value, face.unit, face.word, face.age]
          texts.forEach((text, at) => {
            write(parts[at] ?? null, text)
          })
          element.style.setProperty('--letters', String(Math.max(4, face.value.length + face.unit.length / 2)))
          element.dataset.freshness = face.freshness
          element.dataset.severity = face.severity ?? ''
          const status = face.severity ?? (face.freshness === 'fresh' || face.word === '' ? 'fresh' : face.freshness)
          shape?.setAttribute('d', WALL_SHAPES[status])
          shape?.parentElement?.toggleAttribute('hidden', face.word === '')
          const {board, histories} = snapshot.context
          const history = histories.get(historyId(series))
          drawing.draw(board.now, history, () => ({
            lines: history === undefined ? [] : [{drawn: drawnSparkline(history, board.now, WALL_SPAN), scale: 0}],
            range: sparklineRange(board.now, WALL_SPAN),
            usual: usualWithin(history?.usual ?? [], sparklineRange(board.now, WALL_SPAN)),
          }))
        }
      }),
    [wall, series, formats],
  )
  if (isGone) return <Gone />
  return (
    <div key={colorScheme} ref={paint} className={styles.number}>
      <canvas className={styles.canvas} />
      <p className={styles.figure}>
        <bdi data-part="value" data-number />
        <span className={styles.unit} data-part="unit" />
      </p>
      <p className={styles.foot}>
        <svg className={styles.shape} viewBox="0 0 12 12" aria-hidden="true">
          <path />
        </svg>
        <span data-part="word" />
        <span data-part="age" />
      </p>
    </div>
  )
}
