import {NativeSelect} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {typedThreshold} from '../../../domain/console/thresholds/draft'
import type {Trial} from '../../../domain/console/thresholds/trial'
import {limitsOf} from '../../../domain/telemetry/limits'
import type {ThresholdPreviewRef} from '../../../machines/console/thresholdPreview'
import type {ThresholdsRef} from '../../../machines/console/thresholds'
import {useApplication} from '../../kit/application'
import {RetryButton, useTried} from '../../kit/loading/Retry'
import {SeverityMark} from '../../kit/mark/SeverityMark'
import {SparklineCanvas} from '../../telemetry/sparkline/SparklineCanvas'
import {Looked} from './SuggestionNote'
import styles from './Thresholds.module.css'
import {texts as allTexts} from './texts'

const texts = allTexts.preview

interface Props {
  thresholds: ThresholdsRef
  preview: ThresholdPreviewRef
  unit: string | null
}

/** Shows the last day of the key behind the limits, and what the threshold would have raised in the last week. */
export function ThresholdPreview({thresholds, preview, unit}: Props) {
  const {isFailed, isRetrying} = useTried(
    useSelector(preview, s => s.matches({devices: 'failed'})),
    useSelector(preview, s => s.matches({devices: 'loading'})),
  )
  const isEmpty = useSelector(preview, s => s.matches({devices: 'known'}) && s.context.devices.length === 0)
  if (isEmpty) return <p className={styles.note}>{texts.noDevices}</p>
  if (isFailed)
    return (
      <p className={styles.note} role="alert">
        {texts.failed}{' '}
        <RetryButton size="compact-xs" isBusy={isRetrying} onClick={() => preview.send({type: 'retry.requested'})} />
      </p>
    )
  return (
    <div className={styles.preview}>
      <DeviceChoice preview={preview} />
      <DayChart thresholds={thresholds} preview={preview} unit={unit} />
      <TrialResult preview={preview} />
    </div>
  )
}

function DeviceChoice({preview}: Pick<Props, 'preview'>) {
  const devices = useSelector(preview, s => s.context.devices)
  const deviceId = useSelector(preview, s => s.context.deviceId)
  if (devices.length < 2) return null
  return (
    <NativeSelect
      label={texts.device}
      data={devices.map(({id, name}) => ({value: id, label: name}))}
      value={deviceId ?? ''}
      onChange={({currentTarget}) => preview.send({type: 'device.chosen', deviceId: currentTarget.value})}
    />
  )
}

function DayChart({thresholds, preview, unit}: Props) {
  const {formats} = useApplication()
  const draft = useSelector(thresholds, ({context}) => context.draft)
  const day = useSelector(preview, s => s.context.day)
  const key = useSelector(preview, s => s.context.key)
  const state = useSelector(preview, s => s.value.day)
  const points = day?.series.points ?? []
  if (day === null || points.length === 0)
    return (
      <p className={styles.note} role="status">
        {day === null ? whyNoDay(state) : texts.noPoints}
      </p>
    )
  const values = points.map(({value}) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return (
    <figure className={styles.day}>
      <SparklineCanvas
        drawn={{points, gaps: day.series.gaps}}
        range={day.range}
        label={texts.day(key)}
        isDashed={false}
        limits={limitsOf(typedThreshold(draft))}
      />
      <figcaption>
        {texts.day(key)}: {formats.number(low, {unit})} – {formats.number(high, {unit})}
      </figcaption>
    </figure>
  )
}

function whyNoDay(state: string): string {
  if (state === 'none') return texts.chooseKey
  return state === 'failed' ? texts.dayFailed : texts.loading
}

function TrialResult({preview}: Pick<Props, 'preview'>) {
  const state = useSelector(preview, s => s.value.trial)
  const trial = useSelector(preview, s => s.context.trial)
  return (
    <div className={styles.trial} role="status">
      {state === 'waiting' || state === 'finding' || state === 'running' ? <p>{texts.trying}</p> : null}
      {state === 'notOffered' && <p>{texts.notOffered}</p>}
      {state === 'failed' && <p>{texts.trialFailed}</p>}
      {state === 'shown' && trial !== null && <WouldHaveRaised preview={preview} trial={trial} />}
    </div>
  )
}

/** More would push the buttons out of the dialog. */
const MOST = 5

function WouldHaveRaised({preview, trial: {raised, isWhole}}: Pick<Props, 'preview'> & {trial: Trial}) {
  const isForOne = preview.getSnapshot().context.owner.kind === 'device'
  const {formats} = useApplication()
  const newest = raised.toSorted((one, other) => other.raisedAt - one.raisedAt).slice(0, MOST)
  return (
    <>
      <p>
        <strong>{texts.raised(raised.length)}</strong> <Looked preview={preview} /> {!isWhole && texts.notWhole}
      </p>
      <ul>
        {newest.map(({device, kind, severity, raisedAt, endedAt}) => (
          <li key={`${device.id} ${kind} ${raisedAt}`}>
            <SeverityMark severity={severity} /> {!isForOne && `${device.name}: `} {formats.dateTime(raisedAt)} –{' '}
            {endedAt === null ? texts.active : formats.dateTime(endedAt)}, {texts.kinds[kind]}
          </li>
        ))}
        {raised.length > MOST && <li>{texts.more(raised.length - MOST)}</li>}
      </ul>
    </>
  )
}
