import type {ReactNode} from 'react'
import spoken from '../../kit/text/Spoken.module.css'
import styles from './Device.module.css'

interface Props {
  hasArrived: boolean
  /** Screen readers say this once it has arrived. */
  label: string
  children: ReactNode
}

/**
 * Shows whether something has arrived. The shape and the words say it without the colour, and the status region is
 * always rendered, so that screen readers notice its change.
 */
export function Mark({hasArrived, label, children}: Props) {
  return (
    <div className={styles.mark} data-arrived={hasArrived || undefined}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <circle cx="6" cy="6" r="5" />
        {hasArrived && <path d="M3.5 6.2l1.8 1.8 3.2-4" />}
      </svg>
      {children}
      <span role="status" className={spoken.spoken}>
        {hasArrived && label}
      </span>
    </div>
  )
}
