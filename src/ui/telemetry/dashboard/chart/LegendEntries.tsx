import {useSelector} from '@xstate/react'
import type {CSSProperties, ReactNode} from 'react'
import type {ChartRef} from '../../../../machines/telemetry/chart'
import type {UsualRef} from '../../../../machines/telemetry/usual'
import {texts as usualTexts} from '../../usual/texts'
import {texts} from '../texts'
import type {DrawnLimit} from './drawing/limitLines'
import styles from './Legend.module.css'

/** The limits in the legend, which hides and shows them. */
export function LimitsEntry({chart, limits}: {chart: ChartRef; limits: readonly DrawnLimit[]}) {
  const areShown = useSelector(chart, s => s.context.areLimitsShown)
  if (limits.length === 0) return null
  return (
    <Entry
      areShown={areShown}
      title={limits.map(({text}) => text).join(', ')}
      onToggled={() => chart.send({type: 'limits.toggled'})}
    >
      {texts.chart.limits}
    </Entry>
  )
}

const SWATCH: CSSProperties & Record<'--swatch', string> = {'--swatch': '10px solid var(--line-strong)'}

/** The entry of the usual band, likewise. */
export function UsualEntry({usual}: {usual: UsualRef}) {
  const areShown = useSelector(usual, s => s.context.areShown)
  const isKnown = useSelector(usual, s => s.context.parts.length > 0)
  if (!isKnown) return null
  return (
    <Entry areShown={areShown} style={SWATCH} onToggled={() => usual.send({type: 'parts.toggled'})}>
      {usualTexts.band}
    </Entry>
  )
}

interface EntryProps {
  areShown: boolean
  title?: string
  style?: CSSProperties
  onToggled: () => void
  children: ReactNode
}

const Entry = ({areShown, onToggled, ...rest}: EntryProps) => (
  <button type="button" className={styles.limits} aria-pressed={areShown} onClick={onToggled} {...rest} />
)
