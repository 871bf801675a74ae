import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import {Link} from 'react-router-dom'
import type {Alarm} from '../../../domain/alarms/alarm'
import {standsSince} from '../../../domain/alarms/alarm'
import type {AlarmReport} from '../../../domain/alarms/report'
import {thresholdPath} from '../../console/paths'
import {useApplication} from '../../kit/application'
import {Panel} from '../../kit/Panel'
import {TimeText} from '../../kit/TimeText'
import {alarmPath, dashboardPath} from '../paths'
import {texts} from '../texts'
import styles from './Report.module.css'

/** The series that raised most, each with the way to mend it. */
export function Worst({worst}: {worst: AlarmReport['worst']}) {
  const {formats} = useApplication()
  return (
    <Panel title={texts.report.worst}>
      {worst.length === 0 ? (
        <p className={styles.quiet}>{texts.report.nothingWorst}</p>
      ) : (
        <table>
          <Header>
            <th scope="col" data-number>
              {texts.report.times}
            </th>
          </Header>
          <tbody>
            {worst.map(({alarm, raised}) => (
              <tr key={alarm.id}>
                <Named alarm={alarm} />
                <td data-number>{formats.exact(raised)}</td>
                <td className={styles.mend}>
                  <Mend alarm={alarm} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}

interface ListProps {
  title: string
  alarms: readonly Alarm[]
  nothing: string
}

export function AlarmList({title, alarms, nothing}: ListProps) {
  return (
    <Panel title={title}>
      {alarms.length === 0 ? (
        <p className={styles.quiet}>{nothing}</p>
      ) : (
        <table>
          <Header>
            <th scope="col">{texts.page.since}</th>
          </Header>
          <tbody>
            {alarms.map(alarm => (
              <tr key={alarm.id}>
                <Named alarm={alarm} />
                <td>
                  <TimeText at={standsSince(alarm)} precision="minute" />
                </td>
                <td className={styles.mend}>
                  <Mend alarm={alarm} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}

/** `children` is the head of the column that is the table's own. */
function Header({children}: {children: ReactNode}) {
  const mayMend = useMayMend()
  return (
    <thead>
      <tr>
        <th scope="col">{texts.columns.device}</th>
        <th scope="col">{texts.columns.key}</th>
        {children}
        <th scope="col" className={styles.mend}>
          {mayMend ? texts.page.threshold : texts.report.series}
        </th>
      </tr>
    </thead>
  )
}

function Named({alarm: {id, deviceName, key}}: {alarm: Alarm}) {
  return (
    <>
      <th scope="row" className={styles.name}>
        <Link to={alarmPath(id)}>
          <bdi>{deviceName}</bdi>
        </Link>
      </th>
      <td>
        <bdi>{key}</bdi>
      </td>
    </>
  )
}

/** Leads to the form of the threshold; those who may not see that page find the series instead. */
function Mend({alarm}: {alarm: Alarm}) {
  const {deviceId, deviceName, key} = alarm
  return useMayMend() ? (
    <Link to={thresholdPath(deviceId, key)} aria-label={texts.report.mendWhat(key, deviceName)}>
      {texts.report.mend}
    </Link>
  ) : (
    <Link to={dashboardPath(alarm, null)} aria-label={texts.report.showWhat(key, deviceName)}>
      {texts.report.show}
    </Link>
  )
}

function useMayMend(): boolean {
  const {session} = useApplication()
  return useSelector(session, ({context}) => context.user?.authority === 'SYS_ADMIN')
}
