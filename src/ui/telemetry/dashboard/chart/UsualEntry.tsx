import {useSelector} from '@xstate/react'
import type {CSSProperties} from 'react'
import type {UsualRef} from '../../../../machines/telemetry/usual'
import {texts} from '../../usual/texts'
import styles from './Legend.module.css'

const SWATCH: CSSProperties & Record<'--swatch', string> = {'--swatch': '10px solid var(--line-strong)'}

/** What is usual in the legend, which hides and shows it. */
export function UsualEntry({usual}: {usual: UsualRef}) {
  const areShown = useSelector(usual, s => s.context.areShown)
  const isKnown = useSelector(usual, s => s.context.parts.length > 0)
  if (!isKnown) return null
  return (
    <button
      type="button"
      className={styles.limits}
      style={SWATCH}
      aria-pressed={areShown}
      onClick={() => usual.send({type: 'parts.toggled'})}
    >
      {texts.band}
    </button>
  )
}
