import type {ReactNode} from 'react'
import {Link} from 'react-router-dom'
import styles from './PageHeader.module.css'
import {TabTitle} from './text/TabTitle'
import {texts} from './text/texts'

export interface Crumb {
  to: string
  label: ReactNode
}

export interface PageHeaderProps {
  /** The heading of the page. */
  title: string
  /** The title of the browser's tab, when the heading alone is not unique. */
  tab?: string
  /** The places above this one, from the outermost to the parent. The page itself follows by its title. */
  crumbs?: readonly Crumb[]
  /** Shown beside the heading: a badge, or a few quiet words. */
  mark?: ReactNode
  /** Buttons and links that belong to the whole page. */
  actions?: ReactNode
}

/** The head of a page: its place, its name, its actions, and the title of its tab. */
export function PageHeader({title, tab = title, crumbs = [], mark, actions}: PageHeaderProps) {
  return (
    <div className={styles.header}>
      <TabTitle>{tab}</TabTitle>
      {crumbs.length > 0 && <Crumbs crumbs={crumbs} here={title} />}
      <div className={styles.line}>
        <h1 className={styles.title}>
          <bdi>{title}</bdi>
        </h1>
        {mark}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  )
}

function Crumbs({crumbs, here}: {crumbs: readonly Crumb[]; here: string}) {
  return (
    <nav aria-label={texts.breadcrumbs} className={styles.crumbs}>
      <ol>
        {crumbs.map(({to, label}) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
        <li aria-current="page">
          <bdi>{here}</bdi>
        </li>
      </ol>
    </nav>
  )
}
