import type {ReactNode} from 'react'
import type {Severity} from '../../../../contract/rules/thresholds'
import spoken from '../text/Spoken.module.css'
import {texts} from '../text/texts'
import styles from './SeverityMark.module.css'

interface Props {
  severity: Severity
  /** Shown beside the shape. Without it the word for the severity is only spoken. */
  children?: ReactNode
  /** Draws the mark on a ground of its own colour. */
  isChip?: boolean
}

/** Shows how severe an alarm is by a shape as large as the text around it; the colour only repeats it. */
export function SeverityMark({severity, children, isChip = false}: Props) {
  return (
    <span className={styles.mark} data-severity={severity} data-chip={isChip || undefined}>
      <svg className={styles.shape} viewBox="0 0 12 12" aria-hidden="true">
        <path d={SEVERITY_SHAPES[severity]} />
      </svg>
      {children ?? <span className={spoken.spoken}>{texts.severities[severity]}</span>}
    </span>
  )
}

/** A diamond and a triangle, in a square of 12, for canvases as well. */
export const SEVERITY_SHAPES: Record<Severity, string> = {
  warning: 'M6 0L12 6L6 12L0 6z',
  critical: 'M6 0.5L12 11.5H0z',
}
