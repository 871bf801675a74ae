import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {type ReactNode, useMemo, useState} from 'react'
import {Link} from 'react-router-dom'
import {isPulsewall} from '../../../../contract/rules/offer'
import type {Severity} from '../../../../contract/rules/thresholds'
import {type Alarm, compareAlarms, type Occurrence, shownSeverity} from '../../../domain/alarm'
import {EVERY_ALARM} from '../../../domain/alarms/filter'
import type {DeviceEntry} from '../../../domain/telemetry/devices/device'
import {sparklineKey} from '../../../domain/telemetry/series/sparkline'
import {DEFAULT_VIEW, searchFromView} from '../../../domain/telemetry/view'
import type {CurrentUser} from '../../../domain/user'
import type {AlarmListRef} from '../../../machines/alarms/list'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import {useApplication} from '../../kit/application'
import {RetryButton, useFailure} from '../../kit/loading/Retry'
import {Skeleton} from '../../kit/loading/Skeleton'
import {SeverityMark} from '../../kit/mark/SeverityMark'
import {DeviceValues} from '../../telemetry/DeviceValues'
import {DeviceStatus} from '../../telemetry/freshness/DeviceStatus'
import {ActionDialog} from '../actions/ActionDialog'
import {Age, CrossedLimit} from '../facts'
import {type AlarmsLogic, AlarmsProvider, useAlarms, useAlarmsBeside} from '../logic'
import {DeviceMaintenance} from '../maintenance/DeviceMaintenance'
import {Outdated} from '../Outdated'
import {PresentValue} from '../PresentValue'
import {texts} from '../texts'
import {AlarmPart} from './AlarmPart'
import styles from './DeviceCard.module.css'
import {Trend} from './Trend'

export interface DeviceCardProps {
  device: DeviceEntry
  /** The devices of the screen, with their values. */
  devices: DevicesRef
  /** The alarms of the device that the screen knows already; null before it does. */
  alarms: readonly Alarm[] | null
  /** Writes the address of the screen as it was before an occurrence; null where nothing can be replayed. */
  replayOf: ((occurrence: Occurrence) => string) | null
}

interface Props extends DeviceCardProps {
  logic: AlarmsLogic
}

/** What is known of a device and may be done about it: first its alarms, and then the device. */
export function DeviceCard(props: Props) {
  const {session} = useApplication()
  const user = useSelector(session, ({context}) => context.user)
  return user === null ? null : <OfUser {...props} user={user} />
}

function OfUser({logic, user, ...card}: Props & {user: CurrentUser}) {
  const parts = useAlarmsBeside(logic, user, card.devices)
  return (
    <AlarmsProvider value={parts}>
      <Card {...card} />
      <ActionDialog actions={parts.actions} />
    </AlarmsProvider>
  )
}

function Card({device, devices, alarms: known, replayOf}: DeviceCardProps) {
  const {logic} = useAlarms()
  const {id} = device
  const list = useActorRef(logic.list, {
    input: {filter: {...EVERY_ALARM, tab: 'all', deviceId: id}, now: logic.now(), known},
  })
  const listed = useSelector(list, ({context}) => context.listed?.alarms)
  const alarms = useMemo(() => [...(listed ?? [])].sort(compareAlarms), [listed])
  const severities = useMemo(() => severitiesOf(alarms), [alarms])
  // What is shown in full stays while a user is about to press a button of it.
  const [chosenId, setChosenId] = useState<string | null>(null)
  const chosen = alarms.find(alarm => alarm.id === chosenId) ?? alarms[0]
  if (chosen !== undefined && chosen.id !== chosenId) setChosenId(chosen.id)
  const isUnknown = useSelector(list, s => s.context.listed === null && !s.matches('failed'))
  const key = useSelector(devices, s => chosen?.key ?? sparklineKey(s.context.readings.get(id)))
  const hasAlarms = useSelector(devices, s => isPulsewall(s.context.offer))
  const maintenance = hasAlarms && !logic.isReplay && (
    <DeviceMaintenance logic={logic.deviceMaintenance} device={device} />
  )
  return (
    <div className={styles.card} data-alarm-keys>
      <Head device={device}>
        <DeviceStatus devices={devices} device={device} />
        <ListState list={list} />
      </Head>
      {hasAlarms && isUnknown ? (
        <Skeleton height="12rem" />
      ) : chosen === undefined ? (
        <>
          {hasAlarms && listed !== undefined && <p className={styles.quiet}>{texts.card.noAlarm}</p>}
          {key !== null && <Headline key={key} deviceId={id} telemetryKey={key} />}
          {maintenance}
        </>
      ) : (
        <AlarmPart key={chosen.id} alarm={chosen} replayOf={replayOf}>
          {maintenance}
        </AlarmPart>
      )}
      <OtherAlarms alarms={alarms.filter(alarm => alarm !== chosen)} onChosen={setChosenId} />
      <DeviceValues device={device} devices={devices} words={texts.card} alarms={severities} />
      <div className={styles.ways}>
        <Button
          component={Link}
          size="xs"
          variant="default"
          to={`/dashboard${searchFromView({...DEFAULT_VIEW, deviceId: id, key, page: 'detail'})}`}
        >
          {texts.card.dashboard}
        </Button>
      </div>
    </div>
  )
}

/** The value that a device is mainly about. */
function Headline({deviceId, telemetryKey: key}: {deviceId: string; telemetryKey: string}) {
  const series = useMemo(() => ({deviceId, key}), [deviceId, key])
  return (
    <section className={styles.headline}>
      <h3 className={styles.title}>
        <bdi>{key}</bdi>
      </h3>
      <PresentValue alarm={series} isLarge />
      <Trend series={series} raisedAt={null} />
    </section>
  )
}

/** The worst of each key; the alarms are sorted. */
const severitiesOf = (alarms: readonly Alarm[]): ReadonlyMap<string, Severity> =>
  new Map(alarms.toReversed().map(alarm => [alarm.key, shownSeverity(alarm) ?? 'warning']))

function Head({device: {name, type, label}, children}: {device: DeviceEntry; children: ReactNode}) {
  const details = [type, label].filter(Boolean).join(' · ')
  return (
    <header className={styles.head}>
      <h2 className={styles.name}>
        <bdi>{name}</bdi>
      </h2>
      {details !== '' && (
        <p className={styles.quiet}>
          <bdi>{details}</bdi>
        </p>
      )}
      <p className={styles.state}>{children}</p>
    </header>
  )
}

/** Whether the alarms are those of now. */
function ListState({list}: {list: AlarmListRef}) {
  const outdatedSince = useSelector(list, ({context}) => context.outdatedSince)
  const message = useSelector(list, ({context}) => context.message)
  const {isFailed, isRetrying} = useFailure(list)
  return (
    <>
      <Outdated since={outdatedSince} />
      {isFailed && (
        <span role="alert">
          {message}{' '}
          <RetryButton
            size="compact-xs"
            isBusy={isRetrying}
            text={texts.retry}
            onClick={() => list.send({type: 'retry.requested'})}
          />
        </span>
      )}
    </>
  )
}

interface OtherAlarmsProps {
  alarms: readonly Alarm[]
  /** The alarm is shown in full. */
  onChosen: (id: string) => void
}

/** The other alarms of a device, a line each. */
function OtherAlarms({alarms, onChosen}: OtherAlarmsProps) {
  if (alarms.length === 0) return null
  return (
    <section>
      <h3 className={styles.heading}>{texts.card.others(alarms.length)}</h3>
      <ul>
        {alarms.map(alarm => (
          <li key={alarm.id}>
            <button type="button" className={styles.other} onClick={() => onChosen(alarm.id)}>
              <SeverityMark severity={shownSeverity(alarm) ?? 'warning'} />
              <bdi className={styles.key}>{alarm.key}</bdi>
              <PresentValue alarm={alarm} />
              <span className={styles.quiet}>
                <CrossedLimit alarm={alarm} /> · <Age alarm={alarm} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
