import type {ReactNode} from 'react'
import styles from './Panels.module.css'

interface Props {
  /** Its name for screen readers, where it has no title. */
  kind: string
  title: string
  /** A remark beside the title. */
  note: string
  heading: 'h2' | 'h3'
  children: ReactNode
}

/** A title with the contents below it. */
export const Frame = ({kind, title, note, heading: Heading, children}: Props) => (
  // Panels may be called alike, as landmarks may not.
  // biome-ignore lint/a11y/useSemanticElements: it is no part of a form
  <div role="group" className={styles.frame} aria-label={title === '' ? kind : title}>
    {title + note !== '' && (
      <Heading className={styles.title}>
        <bdi>{title}</bdi> {note !== '' && <span className={styles.remark}>{note}</span>}
      </Heading>
    )}
    <div className={styles.body}>{children}</div>
  </div>
)
