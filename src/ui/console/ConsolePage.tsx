import type {ReactNode} from 'react'
import {type Crumb, PageHeader} from '../kit/PageHeader'
import styles from './ConsolePage.module.css'

export interface ConsolePageProps {
  heading: string
  /** The title of the browser's tab, if it is not the heading. */
  tab?: string
  /** Shown to the right of the heading. */
  mark?: ReactNode
  crumbs?: readonly Crumb[]
  actions?: ReactNode
  children: ReactNode
}

export function ConsolePage({heading, children, ...header}: ConsolePageProps) {
  return (
    <div className={styles.page}>
      <PageHeader title={heading} {...header} />
      {children}
    </div>
  )
}
