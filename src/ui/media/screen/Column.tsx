import {type ReactNode, useId} from 'react'
import styles from './Column.module.css'
import mediaStyles from './Media.module.css'

interface Props {
  title: string
  /** The name by which the style sheet places the column. */
  area: 'devices' | 'groups' | 'videos' | 'assigned' | 'playlist' | 'preview'
  /** Shown beside the title. */
  mark?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A column of the dashboard: its head stays, and its content scrolls by itself. */
export function Column({title, area, mark, actions, children}: Props) {
  const titleId = useId()
  return (
    <section className={styles.column} data-area={area} style={{gridArea: area}} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        {mark}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  )
}

export function Hint({children}: {children: ReactNode}) {
  return <p className={mediaStyles.hint}>{children}</p>
}
