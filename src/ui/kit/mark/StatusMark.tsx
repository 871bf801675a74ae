import type {ReactNode} from 'react'
import styles from './StatusMark.module.css'

export type Status = 'fresh' | 'late' | 'down' | 'never' | 'notRead' | 'ok' | 'warning' | 'off'

interface Props {
  status: Status
  /** The word for the status, without which nobody could tell two marks apart by their names. */
  children: ReactNode
  /** Draws the mark on a ground of its own colour. */
  isChip?: boolean
}

/** Shows a status by a shape and a word; the colour only repeats them. */
export function StatusMark({status, children, isChip = false}: Props) {
  return (
    <span className={styles.mark} data-status={status} data-chip={isChip || undefined}>
      <svg className={styles.shape} viewBox="0 0 12 12" aria-hidden="true">
        <path d={STATUS_SHAPES[status]} />
        {status === 'late' && <circle cx="6" cy="6" r="4.5" />}
      </svg>
      <span className={styles.text}>{children}</span>
    </span>
  )
}

/** A disc, a clock, a cross, a dash, dots, a tick, a diamond and a ring. */
export const STATUS_SHAPES: Record<Status, string> = {
  fresh: 'M6 1a5 5 0 1 1 0 10a5 5 0 1 1 0-10z',
  late: 'M6 6V1.5A4.5 4.5 0 0 1 10.5 6z',
  down: 'M2 2L10 10M10 2L2 10',
  never: 'M2 6H10',
  notRead: 'M1.5 6H3M5.25 6H6.75M9 6H10.5',
  ok: 'M1.5 6.5L4.5 9.5L10.5 2.5',
  warning: 'M6 0L12 6L6 12L0 6z',
  off: 'M6 1.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9z',
}
