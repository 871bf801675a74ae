import type {ReactNode} from 'react'
import styles from '../screen/List.module.css'

interface Props {
  /** The name of the action, as its picture shows it. */
  name: string
  children: ReactNode
  onClick: () => void
  disabled?: boolean
  /** As if it were disabled, but it keeps the focus. */
  'aria-disabled'?: boolean
}

/** A small button with a picture alone. */
export function Tool({name, children, ...button}: Props) {
  return (
    <button type="button" className={styles.tool} aria-label={name} title={name} {...button}>
      {children}
    </button>
  )
}
