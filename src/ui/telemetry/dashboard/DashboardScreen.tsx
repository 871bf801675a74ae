import {useActorRef, useSelector} from '@xstate/react'
import {flushSync} from 'react-dom'
import {useLocation} from 'react-router-dom'
import type {EpochMs} from '../../../../contract/wire/common'
import {viewFromSearch} from '../../../domain/telemetry/view'
import type {CurrentUser} from '../../../domain/user'
import type {DashboardLogic, DashboardRef, DashboardSnapshot} from '../../../machines/telemetry/dashboard'
import {useApplication} from '../../kit/application'
import {IconChevronLeft} from '../../kit/mark/icons'
import {PageHeader} from '../../kit/PageHeader'
import styles from './DashboardScreen.module.css'
import {DevicesPanel} from './devices/DevicesPanel'
import {TimeseriesSection} from './TimeseriesSection'
import {texts} from './texts'

interface Props {
  logic: DashboardLogic
  /** The time on the server's clock, or in a replay the moment that is shown. */
  now(): EpochMs
}

export function DashboardScreen(props: Props) {
  const {session, zone} = useApplication()
  const user = useSelector(session, ({context}) => context.user)
  return user === null ? null : <RunningDashboard key={zone} {...props} user={user} />
}

/**
 * Starts the machine of the dashboard. Leaving the screen stops it and all that it invoked. Another zone starts it
 * again, because days, weeks and buckets begin at other times there.
 */
function RunningDashboard({logic, now, user}: Props & {user: CurrentUser}) {
  const {config, zone} = useApplication()
  const {search} = useLocation()
  const input = {user, view: viewFromSearch(search), zone, lateAfter: config.lateAfter, now: now()}
  return <Dashboard dashboard={useActorRef(logic, {input})} />
}

export function Dashboard({dashboard}: {dashboard: DashboardRef}) {
  const name = useSelector(dashboard, s => s.context.user.name)
  const devices = useSelector(dashboard, s => s.children.devices)
  const navigator = useSelector(dashboard, s => s.children.navigator)
  const page = useSelector(dashboard, s => s.context.view.page)
  const selection = useSelector(dashboard, selectionOf)
  const detail = useSelector(dashboard, s => s.children.detail)
  const fullScreen = useSelector(detail, s => s?.children.fullScreen)
  const isFull = useSelector(fullScreen, s => s?.matches('full') ?? false)
  if (devices === undefined || navigator === undefined) return null
  return (
    <div className={styles.screen} data-page={page} data-full-screen={isFull || undefined}>
      <div className={styles.header}>
        <PageHeader
          title={texts.title}
          {...(selection === '' ? {} : {tab: selection})}
          mark={name !== null && name !== '' && <p>{texts.greeting(name)}</p>}
        />
      </div>
      <DevicesPanel dashboard={dashboard} devices={devices} navigator={navigator} />
      <div className={styles.main}>
        {page === 'detail' && <BackToList dashboard={dashboard} />}
        <TimeseriesSection dashboard={dashboard} devices={devices} navigator={navigator} />
      </div>
    </div>
  )
}

/** Returns the selected device and key for the title of the browser's tab; empty without a device. */
function selectionOf({context: {devices, view}}: DashboardSnapshot): string {
  const device = devices.find(({id}) => id === view.deviceId)
  return [device?.name, device && view.key].filter(Boolean).join(' · ')
}

/** On a narrow screen, where the chosen key takes the place of the list. */
function BackToList({dashboard}: {dashboard: DashboardRef}) {
  return (
    <button ref={takeFocus} type="button" className={styles.back} onClick={() => backToList(dashboard)}>
      <IconChevronLeft aria-hidden="true" /> {texts.navigator.back}
    </button>
  )
}

/** The line that was chosen is hidden now. A link that opens the key leaves the focus alone. */
function takeFocus(button: HTMLElement | null) {
  if (document.activeElement?.closest('[data-line]')) button?.focus()
}

function backToList(dashboard: DashboardRef) {
  flushSync(() => dashboard.send({type: 'list.opened'}))
  document.querySelector<HTMLElement>('[data-line][tabindex="0"]')?.focus()
}
