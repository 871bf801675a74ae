import {type ReactNode, useId} from 'react'
import styles from './Panel.module.css'

interface Props {
  title: string
  actions?: ReactNode
  children: ReactNode
}

export function Panel({title, actions, children}: Props) {
  const titleId = useId()
  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      <header className={styles.header}>
        <h2 id={titleId}>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  )
}
