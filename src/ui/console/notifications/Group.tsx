import type {ReactNode} from 'react'
import type {RouteDraft, RouteProblems} from '../../../domain/console/alarmRoutes/draft'
import type {FormPart} from '../../kit/form/fields'
import styles from './Notifications.module.css'

export type RouteFormPart = FormPart<RouteDraft, RouteProblems>

export function Group({legend, children}: {legend: string; children: ReactNode}) {
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  )
}
