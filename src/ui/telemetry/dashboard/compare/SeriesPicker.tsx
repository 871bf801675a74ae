import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import type {DeviceEntry} from '../../../../domain/telemetry/devices/device'
import {isSameSeries, placed} from '../../../../domain/telemetry/series/comparison'
import type {ComparisonRef} from '../../../../machines/telemetry/comparison'
import type {DashboardRef} from '../../../../machines/telemetry/dashboard'
import type {DevicesRef} from '../../../../machines/telemetry/devices'
import {Picker, type PickerOption} from '../../../kit/picker/Picker'
import styles from './Compare.module.css'
import {candidateOf, compare} from './series'
import {texts} from './texts'

interface Props {
  dashboard: DashboardRef
  devices: DevicesRef
  comparison: ComparisonRef
  onLeft: () => void
  onClosed: () => void
}

/** Finds a numeric series of any device by words, and adds it. The first match is marked, as in the palette. */
export function SeriesPicker({dashboard, devices, comparison, onLeft, onClosed}: Props) {
  const listed = useSelector(dashboard, s => s.context.devices)
  const own = useSelector(comparison, s => s.context.own)
  const compared = useSelector(comparison, s => s.context.comparison)
  const choices = useMemo(
    () =>
      choicesOf(listed).filter(
        one =>
          candidateOf(devices.getSnapshot(), one).kind !== 'text' &&
          [own, ...placed(compared)].every(name => !isSameSeries(name, one)),
      ),
    [listed, own, compared, devices],
  )
  return (
    <Picker
      className={styles.picker}
      size="xs"
      aria-label={texts.addTitle}
      placeholder={texts.addHint}
      data={choices}
      value=""
      isHeld={false}
      selectFirstOptionOnDropdownOpen
      autoFocus
      defaultDropdownOpened
      comboboxProps={{withinPortal: true}}
      onChosen={value => {
        const chosen = choices.find(choice => choice.value === value)
        if (chosen !== undefined) compare(dashboard, devices, {deviceId: chosen.deviceId, key: chosen.key})
      }}
      onKeyDown={event => {
        if (event.key === 'Escape') onClosed()
      }}
      onBlur={onLeft}
    />
  )
}

interface Choice extends PickerOption {
  deviceId: string
  key: string
}

const choicesOf = (devices: readonly DeviceEntry[]): Choice[] =>
  devices.flatMap(({id, name, keys}) =>
    keys.map(key => ({deviceId: id, key, value: JSON.stringify([id, key]), label: `${name} · ${key}`})),
  )
