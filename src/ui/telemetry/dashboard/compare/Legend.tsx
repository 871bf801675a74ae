import {useSelector} from '@xstate/react'
import {isSameSeries} from '../../../../domain/telemetry/series/comparison'
import type {ComparisonRef} from '../../../../machines/telemetry/comparison'
import type {DevicesRef} from '../../../../machines/telemetry/devices'
import {IconClose} from '../../../kit/mark/icons'
import {ReadingFreshness, readingFreshness} from '../../freshness/ReadingFreshness'
import {LatestValue} from '../../LatestValue'
import styles from './Legend.module.css'
import {SeriesNote} from './SeriesNote'
import {Swatch} from './Swatch'
import type {DrawnSeries} from './series'
import {texts} from './texts'

interface Props {
  comparison: ComparisonRef
  devices: DevicesRef
  series: readonly (DrawnSeries & {whyNot: 'isText' | 'noAxis' | null})[]
}

/** Each series with its present value. Its button switches the line on and off, and the values stay. */
export function Legend({comparison, devices, series}: Props) {
  return (
    <ul className={styles.legend} aria-label={texts.title}>
      {series.map(one => (
        <LegendItem key={`${one.deviceId} ${one.key}`} {...{comparison, devices, one}} />
      ))}
    </ul>
  )
}

function LegendItem({comparison, devices, one}: Omit<Props, 'series'> & {one: Props['series'][number]}) {
  const {deviceId, key, title, place, chart, whyNot} = one
  const isHidden = useSelector(comparison, s => s.context.hidden.some(name => isSameSeries(name, one)))
  const state = useSelector(devices, s => readingFreshness(s, deviceId, key))
  return (
    <li className={styles.item} data-freshness={state}>
      <button
        type="button"
        className={styles.toggle}
        aria-pressed={!isHidden}
        disabled={whyNot !== null}
        onClick={() => comparison.send({type: 'series.toggled', name: {deviceId, key}})}
      >
        <Swatch place={place} isOff={isHidden || whyNot !== null} />
        <span className={styles.title} title={title}>
          <bdi>{title}</bdi>
        </span>
        <LatestValue className={styles.value} {...{devices, deviceId}} telemetryKey={key} />
      </button>
      <span className={styles.told}>
        <ReadingFreshness {...{devices, deviceId}} telemetryKey={key} />
        <SeriesNote {...{chart, whyNot}} />
      </span>
      <button
        type="button"
        className={styles.remove}
        aria-label={texts.remove(title)}
        onClick={() => comparison.send({type: 'series.removed', name: {deviceId, key}})}
      >
        <IconClose aria-hidden="true" />
      </button>
    </li>
  )
}
