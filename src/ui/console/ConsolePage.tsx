import type {ReactNode} from 'react'
import {TITLE} from '../../../contract/limits'
import styles from './ConsolePage.module.css'

export interface ConsolePageProps {
  heading: string
  /** Stands to the right of the heading. */
  mark?: ReactNode
  crumbs?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function ConsolePage({heading, mark, crumbs, actions, children}: ConsolePageProps) {
  return (
    <div className={styles.page}>
      <title>{`${heading} · ${TITLE}`}</title>
      {crumbs}
      <header className={styles.header}>
        <h1 className={styles.heading}>
          <bdi>{heading}</bdi>
        </h1>
        {mark}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}
