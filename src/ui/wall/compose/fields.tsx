import {NativeSelect} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {COMPARED_SERIES_LIMIT} from '../../../../contract/limits'
import {CHOICES, type DeviceChoice} from '../../../../contract/rules/lists/walls'
import type {DeviceEntry} from '../../../domain/telemetry/devices/device'
import type {SparklineId} from '../../../domain/telemetry/series/sparkline'
import {historyId} from '../../../domain/wall/histories'
import type {WallRef} from '../../../machines/wall/wall'
import {ManyPicker, Picker} from '../../kit/form/Picker'
import {texts as wallTexts} from '../texts'
import {texts} from './texts'

interface ChoiceProps<T extends string | number> {
  label: string
  of: readonly T[]
  /** A value without a word is shown as it is. */
  words?: Readonly<Partial<Record<T, string>>>
  value: T
  onChosen: (value: T) => void
}

export function Choice<T extends string | number>({label, of, words, value, onChosen}: ChoiceProps<T>) {
  const known = new Map<T, string>(of.map(each => [each, words?.[each] ?? String(each)]))
  return (
    <NativeSelect
      size="xs"
      label={label}
      value={String(value)}
      onChange={({currentTarget}) => {
        const chosen = of.find(each => String(each) === currentTarget.value)
        if (chosen !== undefined) onChosen(chosen)
      }}
    >
      {[...known].map(([each, word]) => (
        <option key={each} value={each}>
          {word}
        </option>
      ))}
    </NativeSelect>
  )
}

interface DevicesProps {
  wall: WallRef
  choice: DeviceChoice
  onChosen: (choice: DeviceChoice) => void
}

/** The choice of a panel's devices among those of the wall. */
export function DevicesField({wall, choice: {by, values}, onChosen}: DevicesProps) {
  const devices = useSelector(wall, s => s.context.board.devices)
  return (
    <>
      <Choice
        label={texts.devices}
        of={CHOICES}
        words={wallTexts.editor.choices}
        value={by}
        onChosen={by => onChosen({by, values: []})}
      />
      {by !== 'all' && (
        <ManyPicker
          size="xs"
          label={texts.values[by]}
          data={optionsOf(devices, by, values)}
          value={values}
          onChosen={values => onChosen({by, values})}
        />
      )}
    </>
  )
}

/** A chosen value stays there, even if no device has it any more. */
function optionsOf(devices: readonly DeviceEntry[], by: Exclude<DeviceChoice['by'], 'all'>, chosen: readonly string[]) {
  const known =
    by === 'picked'
      ? devices.map(({id, name}) => ({value: id, label: name}))
      : [...new Set(devices.flatMap(device => device[by] || []))].sort().map(value => ({value, label: value}))
  const missing = chosen.filter(value => !known.some(option => option.value === value))
  return [...known, ...missing.map(value => ({value, label: value}))]
}

interface KeyProps {
  wall: WallRef
  label?: string
  value: string
  onChosen: (key: string) => void
}

export function KeyField({wall, label = texts.key, value, onChosen}: KeyProps) {
  const devices = useSelector(wall, s => s.context.board.devices)
  const keys = useMemo(() => [...new Set([...devices.flatMap(({keys}) => keys), value])].sort(), [devices, value])
  return (
    <Picker
      size="xs"
      label={label}
      clearable
      data={keys.filter(key => key !== '').map(key => ({value: key, label: key}))}
      value={value}
      onChosen={onChosen}
    />
  )
}

interface SeriesProps {
  wall: WallRef
  series: SparklineId
  onChosen: (series: SparklineId) => void
}

export function SeriesField({wall, series, onChosen}: SeriesProps) {
  const known = useSeries(wall, [series])
  return (
    <Picker
      size="xs"
      label={texts.series}
      data={known.options}
      value={series.deviceId === '' ? '' : historyId(series)}
      onChosen={chosen => onChosen(known.of(chosen))}
    />
  )
}

interface ManySeriesProps extends Pick<SeriesProps, 'wall'> {
  most?: number
  series: readonly SparklineId[]
  onChosen: (series: readonly SparklineId[]) => void
}

export function SeriesFields({wall, series, most = COMPARED_SERIES_LIMIT, onChosen}: ManySeriesProps) {
  const known = useSeries(wall, series)
  return (
    <ManyPicker
      size="xs"
      label={texts.manySeries}
      maxValues={most}
      data={known.options}
      value={series.map(historyId)}
      onChosen={chosen => onChosen(chosen.map(known.of))}
    />
  )
}

/** Returns all series of the devices of the wall, and the ones that were chosen before. */
function useSeries(wall: WallRef, chosen: readonly SparklineId[]) {
  const devices = useSelector(wall, s => s.context.board.devices)
  const ofDevices = useMemo(
    () =>
      devices.flatMap(({id, name, keys}) =>
        keys.map(key => ({series: {deviceId: id, key}, label: `${name} · ${key}`})),
      ),
    [devices],
  )
  const known = new Map(
    [
      ...chosen
        .filter(({deviceId}) => deviceId !== '')
        .map(series => ({series, label: `${series.deviceId} · ${series.key}`})),
      ...ofDevices,
    ].map(each => [historyId(each.series), each]),
  )
  return {
    options: Array.from(known, ([value, {label}]) => ({value, label})),
    of: (value: string): SparklineId => known.get(value)?.series ?? {deviceId: '', key: ''},
  }
}
