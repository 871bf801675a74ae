import {useActorRef, useSelector} from '@xstate/react'
import {useLocation} from 'react-router-dom'
import type {CurrentUser} from '../../../domain/session/user'
import {viewFromSearch} from '../../../domain/telemetry/view'
import type {DashboardLogic, DashboardRef, DashboardSnapshot} from '../../../machines/telemetry/dashboard'
import {useApplication} from '../../kit/application'
import {PageHeader} from '../../kit/PageHeader'
import styles from './DashboardScreen.module.css'
import {DevicesPanel} from './devices/DevicesPanel'
import {TimeseriesSection} from './TimeseriesSection'
import {texts} from './texts'

export function DashboardScreen({logic}: {logic: DashboardLogic}) {
  const {session, zone} = useApplication()
  const user = useSelector(session, ({context}) => context.user)
  return user === null ? null : <RunningDashboard key={zone} logic={logic} user={user} />
}

/**
 * Starts the machine of the dashboard. Leaving the screen stops it and all that it invoked. Another zone starts it anew,
 * because days, weeks and buckets begin at other times there.
 */
function RunningDashboard({logic, user}: {logic: DashboardLogic; user: CurrentUser}) {
  const {config, zone} = useApplication()
  const {search} = useLocation()
  const input = {user, view: viewFromSearch(search), zone, lateAfter: config.lateAfter}
  return <Dashboard dashboard={useActorRef(logic, {input})} />
}

export function Dashboard({dashboard}: {dashboard: DashboardRef}) {
  const name = useSelector(dashboard, s => s.context.user.name)
  const devices = useSelector(dashboard, s => s.children.devices)
  const selection = useSelector(dashboard, selectionOf)
  if (devices === undefined) return null
  return (
    <div className={styles.screen}>
      <div className={styles.header}>
        <PageHeader
          title={texts.title}
          {...(selection === '' ? {} : {tab: selection})}
          mark={name !== null && name !== '' && <p>{texts.greeting(name)}</p>}
        />
      </div>
      <DevicesPanel dashboard={dashboard} devices={devices} />
      <div className={styles.main}>
        <TimeseriesSection dashboard={dashboard} devices={devices} />
      </div>
    </div>
  )
}

/** The selected device and key, by which the browser's tab is told apart from others; empty without a device. */
function selectionOf({context: {devices, view}}: DashboardSnapshot): string {
  const device = devices.find(({id}) => id === view.deviceId)
  return [device?.name, device && view.key].filter(Boolean).join(' · ')
}
