import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import {NavLink, useRoutes} from 'react-router-dom'
import {type CurrentUser, mayManage} from '../../domain/user'
import {alarmsPath, availabilityPath, maintenancePath, onCallPath, reportPath, shiftPath} from '../alarmPaths'
import {useApplication} from '../kit/application'
import {LazyPart} from '../kit/loading/LazyPart'
import {NoSuchPage} from '../kit/loading/NoSuchPage'
import {currentInView} from '../kit/menu/currentInView'
import {PageHeader} from '../kit/PageHeader'
import {useScreen} from '../kit/screen'
import styles from './Alarms.module.css'
import {ActionDialog} from './actions/ActionDialog'
import {BellControls} from './bell/BellControls'
import {ListPage} from './list/ListPage'
import {type AlarmsLogic, AlarmsProvider, useAlarmsParts} from './logic'
import {AlarmPage} from './page/AlarmPage'
import {texts} from './texts'

const reportPage = async () => (await import('./report/ReportPage')).ReportPage
const availabilityPage = async () => (await import('./availability/AvailabilityPage')).AvailabilityPage
const maintenancePage = async () => (await import('./maintenance/MaintenancePage')).MaintenancePage
const onCallPage = async () => (await import('./onCall/OnCallPage')).OnCallPage
const shiftPage = async () => (await import('./shift/ShiftPage')).ShiftPage

export function AlarmsScreen({logic}: {logic: AlarmsLogic}) {
  const {session} = useApplication()
  const user = useSelector(session, ({context}) => context.user)
  return user === null ? null : <Screen logic={logic} user={user} />
}

function Screen({logic, user}: {logic: AlarmsLogic; user: CurrentUser}) {
  const parts = useAlarmsParts(logic, user)
  const page = useRoutes([
    {
      index: true,
      element: (
        <Overview tab={texts.heading}>
          <ListPage />
        </Overview>
      ),
    },
    {
      path: 'shift',
      element: (
        <Overview tab={`${texts.views.shift} – ${texts.heading}`}>
          <LazyPart load={shiftPage}>{Page => <Page />}</LazyPart>
        </Overview>
      ),
    },
    {
      path: 'report',
      element: (
        <Overview tab={`${texts.report.heading} – ${texts.heading}`}>
          <LazyPart load={reportPage}>{Page => <Page />}</LazyPart>
        </Overview>
      ),
    },
    {
      path: 'availability',
      element: (
        <Overview tab={`${texts.views.availability} – ${texts.heading}`}>
          <LazyPart load={availabilityPage}>{Page => <Page />}</LazyPart>
        </Overview>
      ),
    },
    {
      path: 'maintenance',
      element: (
        <Overview tab={`${texts.views.maintenance} – ${texts.heading}`}>
          <LazyPart load={maintenancePage}>{Page => <Page />}</LazyPart>
        </Overview>
      ),
    },
    {
      path: 'on-call',
      element: (
        <Overview tab={`${texts.views.onCall} – ${texts.heading}`}>
          <LazyPart load={onCallPage}>{Page => <Page />}</LazyPart>
        </Overview>
      ),
    },
    {path: ':id', element: <AlarmPage />},
    {path: '*', element: <NoSuchPage to={alarmsPath} label={texts.page.toList} />},
  ])
  if (parts === null) return null
  return (
    <AlarmsProvider value={parts}>
      <div className={styles.screen}>{page}</div>
      <ActionDialog actions={parts.actions} />
    </AlarmsProvider>
  )
}

function Overview({tab, children}: {tab: string; children: ReactNode}) {
  const {session} = useApplication()
  const isManager = useSelector(session, ({context}) => context.user !== null && mayManage(context.user))
  const isPhone = useScreen('phone')
  return (
    <>
      <div className={styles.heading}>
        <PageHeader title={texts.heading} tab={tab} actions={!isPhone && <BellControls />} />
      </div>
      <div className={styles.bar}>
        <nav ref={currentInView} className={styles.views} aria-label={texts.views.label}>
          <NavLink to={alarmsPath} end>
            {texts.views.list}
          </NavLink>
          <NavLink to={shiftPath}>{texts.views.shift}</NavLink>
          <NavLink to={reportPath}>{texts.views.report}</NavLink>
          <NavLink to={availabilityPath}>{texts.views.availability}</NavLink>
          <NavLink to={maintenancePath}>{texts.views.maintenance}</NavLink>
          {isManager && <NavLink to={onCallPath}>{texts.views.onCall}</NavLink>}
        </nav>
        {isPhone && <BellControls />}
      </div>
      {children}
    </>
  )
}
