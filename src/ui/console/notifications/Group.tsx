import type {ReactNode} from 'react'
import type {RouteDraft, RouteProblems} from '../../../domain/console/alarmRoutes/draft'
import styles from './Notifications.module.css'

/** What the parts of the form share. */
export interface RouteFormPart {
  draft: RouteDraft
  problems: RouteProblems
  isBusy: boolean
  change: (change: Partial<RouteDraft>) => void
}

export function Group({legend, children}: {legend: string; children: ReactNode}) {
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  )
}
