import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import type {DeviceEntry} from '../../../domain/telemetry/devices/device'
import {maintainedUntil} from '../../../domain/telemetry/devices/navigatedDevices'
import {unusualNow} from '../../../domain/telemetry/usual'
import type {DashboardRef} from '../../../machines/telemetry/dashboard'
import type {DetailRef} from '../../../machines/telemetry/detail'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import type {NavigatorRef} from '../../../machines/telemetry/navigator'
import {LazyPart} from '../../kit/loading/LazyPart'
import {Notice} from '../../kit/loading/Notice'
import {MaintenanceMark} from '../../kit/mark/MaintenanceMark'
import spoken from '../../kit/text/Spoken.module.css'
import {texts as common} from '../../texts'
import {ReadingFreshness, readingFreshness} from '../freshness/ReadingFreshness'
import {LatestValue} from '../LatestValue'
import {LimitMark} from '../limits/LimitMark'
import {unitOf} from '../unitOf'
import {UnusualMark} from '../usual/UnusualMark'
import {ChartPanel} from './chart/ChartPanel'
import {useSeriesKind} from './chart/useSeriesKind'
import {AddSeries} from './compare/AddSeries'
import {CompareNotes} from './compare/CompareNotes'
import {createCrosshair} from './detail/crosshair'
import {Events} from './detail/Events'
import {Facts} from './detail/Facts'
import {Notes} from './detail/Notes'
import {RecentPoints} from './detail/RecentPoints'
import {SmallCharts} from './detail/SmallCharts'
import {StatisticTiles} from './StatisticTiles'
import styles from './TimeseriesSection.module.css'
import {texts} from './texts'

/** Most visits look at one series. */
const comparePanel = async () => (await import('./compare/ComparePanel')).ComparePanel

interface Props {
  dashboard: DashboardRef
  devices: DevicesRef
  navigator: NavigatorRef
}

export function TimeseriesSection({dashboard, devices, navigator}: Props) {
  const deviceId = useSelector(dashboard, s => s.context.view.deviceId)
  const telemetryKey = useSelector(dashboard, s => s.context.view.key)
  const device = useSelector(dashboard, ({context}) => context.devices.find(({id}) => id === context.view.deviceId))
  const chart = useSelector(dashboard, s => s.children.chart)
  const comparison = useSelector(dashboard, s => s.children.comparison)
  const isComparing = useSelector(comparison, s => (s?.context.compared.length ?? 0) > 0)
  const tiles = useSelector(dashboard, s => s.children.tiles)
  const detail = useSelector(dashboard, s => s.children.detail)
  const annotations = useSelector(detail, s => s?.children.annotations)
  const fullScreen = useSelector(detail, s => s?.children.fullScreen)
  const maintenance = useSelector(detail, s => s?.context.maintenance)
  const crosshair = useMemo(createCrosshair, [])
  const state = useSelector(devices, s => readingFreshness(s, deviceId ?? '', telemetryKey ?? ''))
  const unit = useSelector(devices, s => unitOf(s, deviceId ?? '', telemetryKey ?? ''))
  const kind = useSeriesKind({devices, deviceId, telemetryKey, chart, tiles})
  if (device === undefined || deviceId === null) return null
  if (telemetryKey === null)
    return <DeviceSection key={deviceId} dashboard={dashboard} devices={devices} detail={detail} device={device} />
  return (
    <section className={styles.section} aria-labelledby="timeseries-title">
      <div className={styles.main}>
        <div className={styles.top}>
          <Headline
            devices={devices}
            navigator={navigator}
            deviceId={deviceId}
            telemetryKey={telemetryKey}
            name={device.name}
          />
          {comparison !== undefined && (
            <AddSeries key={comparison.sessionId} dashboard={dashboard} devices={devices} comparison={comparison} />
          )}
        </div>
        {tiles !== undefined && (
          <StatisticTiles dashboard={dashboard} tiles={tiles} unit={unit} kind={kind} freshness={state} />
        )}
        {comparison !== undefined && (
          <CompareNotes key={comparison.sessionId} comparison={comparison} devices={devices} />
        )}
        {chart !== undefined && comparison !== undefined && isComparing && (
          <LazyPart load={comparePanel} waiting={<Comparing />}>
            {ComparePanel => (
              <ComparePanel
                key={`comparison ${chart.sessionId}`}
                chart={chart}
                comparison={comparison}
                devices={devices}
              />
            )}
          </LazyPart>
        )}
        {chart !== undefined && !isComparing && (
          <ChartPanel
            key={chart.sessionId}
            devices={devices}
            chart={chart}
            device={device}
            telemetryKey={telemetryKey}
            unit={unit}
            kind={kind}
            crosshair={crosshair}
            annotations={annotations}
            maintenance={maintenance}
            fullScreen={fullScreen}
          />
        )}
        {chart !== undefined && annotations !== undefined && (
          <Notes annotations={annotations} chart={chart} crosshair={crosshair} />
        )}
        {detail !== undefined && (
          <SmallCharts
            dashboard={dashboard}
            devices={devices}
            detail={detail}
            device={device}
            crosshair={crosshair}
            selectedKey={telemetryKey}
          />
        )}
      </div>
      {detail !== undefined && (
        <aside className={styles.aside} aria-label={texts.detail.title}>
          <Facts devices={devices} detail={detail} device={device} />
          {chart !== undefined && kind === 'number' && <Events chart={chart} detail={detail} />}
          {chart !== undefined && <RecentPoints chart={chart} unit={unit} kind={kind} />}
        </aside>
      )}
    </section>
  )
}

/** Keeps the place of the panel. */
const Comparing = () => (
  <div className={styles.comparing}>
    <Notice kind="waiting" heading={common.loading} />
  </div>
)

interface DeviceProps extends Omit<Props, 'navigator'> {
  detail: DetailRef | undefined
  device: DeviceEntry
}

/** The known data of a device as long as none of its keys is chosen. */
function DeviceSection({dashboard, devices, detail, device}: DeviceProps) {
  const crosshair = useMemo(createCrosshair, [])
  return (
    <div className={styles.section}>
      <div className={styles.main}>
        <p className={styles.hint}>{texts.section[nextStep(device)](device.name)}</p>
        {detail !== undefined && (
          <SmallCharts
            dashboard={dashboard}
            devices={devices}
            detail={detail}
            device={device}
            crosshair={crosshair}
            selectedKey={null}
          />
        )}
      </div>
      {detail !== undefined && (
        <aside className={styles.aside} aria-label={device.name}>
          <Facts devices={devices} detail={detail} device={device} />
        </aside>
      )}
    </div>
  )
}

function nextStep({keys, isRead}: DeviceEntry): 'chooseKey' | 'noKeys' | 'notRead' {
  if (keys.length > 0) return 'chooseKey'
  return isRead ? 'noKeys' : 'notRead'
}

interface HeadlineProps {
  devices: DevicesRef
  navigator: NavigatorRef
  deviceId: string
  name: string
  telemetryKey: string
}

/** The name and the present value of the chosen key, which stays in view on a narrow screen. */
function Headline({devices, navigator, deviceId, name, telemetryKey}: HeadlineProps) {
  const until = useSelector(navigator, s => maintainedUntil(s.context, deviceId))
  const freshness = useSelector(devices, s => readingFreshness(s, deviceId, telemetryKey))
  const unusual = useSelector(navigator, s => unusualNow(s.context.unusual, {deviceId, key: telemetryKey, freshness}))
  return (
    <header className={styles.header}>
      <h2 id="timeseries-title">{texts.section.title(name, telemetryKey)}</h2>
      <p className={styles.value}>
        <span className={styles.present}>
          <span className={spoken.spoken}>{texts.section.latest} </span>
          <LatestValue devices={devices} deviceId={deviceId} telemetryKey={telemetryKey} />
        </span>
        <LimitMark devices={devices} deviceId={deviceId} telemetryKey={telemetryKey} isInFull />
        <ReadingFreshness devices={devices} deviceId={deviceId} telemetryKey={telemetryKey} />
        <MaintenanceMark until={until} isInFull />
        <UnusualMark unusual={unusual} isInFull />
      </p>
    </header>
  )
}
