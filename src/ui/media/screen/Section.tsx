import type {ReactNode} from 'react'
import styles from './Section.module.css'

interface Props {
  title: string
  /** Whether there is something in it that should be seen. */
  isNeeded?: boolean
  children: ReactNode
}

/** A part of the dashboard that is folded until it is needed. Only one of them is open at a time. */
export function Section({title, isNeeded = false, children}: Props) {
  return (
    <details className={styles.section} name="media" open={isNeeded}>
      <summary>
        <h2>{title}</h2>
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
