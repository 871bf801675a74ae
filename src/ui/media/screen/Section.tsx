import type {ReactNode} from 'react'
import styles from './Media.module.css'

/** A part of the dashboard that is folded until it is needed. */
export function Section({title, children}: {title: string; children: ReactNode}) {
  return (
    <details className={styles.section}>
      <summary>
        <h2>{title}</h2>
      </summary>
      <div className={styles.sectionContent}>{children}</div>
    </details>
  )
}
