import {NativeSelect, Textarea} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type ReactNode, useMemo} from 'react'
import {CHOICES, type DeviceChoice} from '../../../../contract/rules/lists/walls'
import {allZones} from '../../../domain/account/zones'
import type {DeviceEntry} from '../../../domain/telemetry/devices/device'
import type {SparklineId} from '../../../domain/telemetry/series/sparkline'
import {wallSpan} from '../../../domain/wall/board'
import type {GaugePanel} from '../../../domain/wall/gauges/gauge'
import {historyId} from '../../../domain/wall/histories'
import type {ClockPanel} from '../../../domain/wall/panels/clock'
import {REPEATS, type Repeatable} from '../../../domain/wall/panels/repeat'
import {PANEL_SPANS, type PanelSpan} from '../../../domain/wall/panels/span'
import type {ComposeNews} from '../../../machines/wall/compose'
import type {PictureLibraryRef} from '../../../machines/wall/pictureLibrary'
import type {WallRef} from '../../../machines/wall/wall'
import {NumberField} from '../../kit/form/NumberField'
import {ManyPicker, Picker} from '../../kit/picker/Picker'
import {texts as gaugeTexts} from '../gauges/texts'
import {texts as panelTexts} from '../panels/texts'
import {texts as wallTexts} from '../texts'
import {texts} from './texts'

export interface FieldProps<Panel> {
  wall: WallRef
  library: PictureLibraryRef
  panel: Panel
  onChanged: (panel: Panel, news?: ComposeNews) => void
}

/** A field of the form of a panel. */
export type Field<Panel> = (props: FieldProps<Panel>) => ReactNode

export const Fields = <Panel,>({fields, ...props}: FieldProps<Panel> & {fields: readonly Field<Panel>[]}) => (
  <>
    {fields.map((Field, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a kind of panel are constant
      <Field key={at} {...props} />
    ))}
  </>
)

/** Shows the fields only while the panel meets the condition. */
export const when =
  <Panel,>(isMet: (panel: Panel) => boolean, fields: readonly Field<Panel>[]): Field<Panel> =>
  props =>
    isMet(props.panel) && <Fields fields={fields} {...props} />

/** A value without a word is shown as it is. */
type Words<T extends string | number> = Readonly<Partial<Record<T, string>>>

/** One of several values. Its label is the text of its name. */
export const choice =
  <Name extends string, Panel extends Record<Name, string | number>>(
    labels: Record<Name, string>,
    name: Name,
    values: readonly Panel[Name][],
    words?: Words<Panel[Name]>,
  ): Field<Panel> =>
  ({panel, onChanged}) => (
    <Choice
      label={labels[name]}
      values={values}
      words={words}
      value={panel[name]}
      onChosen={value => onChanged({...panel, [name]: value})}
    />
  )

/** A text of several lines. */
export const lines =
  <Name extends string, Panel extends Record<Name, string>>(
    labels: Record<Name, string>,
    name: Name,
    rows: {minRows?: number; maxRows: number},
  ): Field<Panel> =>
  ({panel, onChanged}) => (
    <Textarea
      size="xs"
      label={labels[name]}
      autosize
      {...rows}
      value={panel[name]}
      onChange={({currentTarget: {value}}) => onChanged({...panel, [name]: value})}
    />
  )

export const number =
  <Name extends string, Panel extends Record<Name, number>>(
    labels: Record<Name, string>,
    name: Name,
    limits: {least: number; most: number},
  ): Field<Panel> =>
  ({panel, onChanged}) => (
    <NumberField
      label={labels[name]}
      {...limits}
      value={panel[name]}
      onTyped={value => onChanged({...panel, [name]: value})}
    />
  )

/** Whether the panel is repeated by label. */
export const RepeatField = <Panel extends Repeatable>({panel, onChanged}: FieldProps<Panel>) => (
  <Choice
    label={texts.repeat}
    values={REPEATS}
    words={texts.repeats}
    value={panel.repeat}
    onChosen={repeat => onChanged({...panel, repeat})}
    hint={panel.repeat === 'none' ? null : texts.repeatHint}
  />
)

/** The time range of a panel, which is first that of the wall. */
export function SpanField<Panel extends {span: PanelSpan}>({wall, panel, onChanged}: FieldProps<Panel>) {
  const ofWall = useSelector(wall, s => wallSpan(s.context.board))
  return (
    <Choice
      label={texts.span}
      values={PANEL_SPANS}
      words={{...panelTexts.spans, wall: texts.wallSpan(panelTexts.spans[ofWall])}}
      value={panel.span}
      onChosen={span => onChanged({...panel, span})}
    />
  )
}

/** One of the keys that the devices of the wall have sent. */
export const keyField =
  <Panel extends {key: string}>(labels: {key: string}): Field<Panel> =>
  ({wall, panel, onChanged}) => {
    const devices = useSelector(wall, s => s.context.board.devices)
    const {key} = panel
    const keys = useMemo(() => [...new Set([...devices.flatMap(({keys}) => keys), key])].sort(), [devices, key])
    return (
      <Picker
        size="xs"
        label={labels.key}
        clearable
        data={keys.filter(each => each !== '').map(each => ({value: each, label: each}))}
        value={key}
        onChosen={chosen => onChanged({...panel, key: chosen})}
      />
    )
  }

/** The choice of a panel's devices among those of the wall. */
export function DevicesField<Panel extends {devices: DeviceChoice}>({wall, panel, onChanged}: FieldProps<Panel>) {
  const {by, values} = panel.devices
  const devices = useSelector(wall, s => s.context.board.devices)
  return (
    <>
      <Choice
        label={texts.devices}
        values={CHOICES}
        words={wallTexts.editor.choices}
        value={by}
        onChosen={by => onChanged({...panel, devices: {by, values: []}})}
      />
      {by !== 'all' && (
        <ManyPicker
          size="xs"
          label={texts.values[by]}
          data={optionsOf(devices, by, values)}
          value={values}
          onChosen={values => onChanged({...panel, devices: {by, values}})}
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

export function SeriesField<Panel extends {series: SparklineId}>({wall, panel, onChanged}: FieldProps<Panel>) {
  const {series} = panel
  const known = useSeries(wall, [series])
  return (
    <Picker
      size="xs"
      label={texts.series}
      data={known.options}
      value={series.deviceId === '' ? '' : historyId(series)}
      onChosen={chosen => onChanged({...panel, series: known.of(chosen)})}
    />
  )
}

export const seriesFields =
  <Panel extends {series: readonly SparklineId[]}>(most: number): Field<Panel> =>
  ({wall, panel, onChanged}) => {
    const known = useSeries(wall, panel.series)
    return (
      <ManyPicker
        size="xs"
        label={texts.manySeries}
        maxValues={most}
        data={known.options}
        value={panel.series.map(historyId)}
        onChosen={chosen => onChanged({...panel, series: chosen.map(known.of)})}
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

/** The ends of the scale of a gauge. */
export function ScaleFields({panel, onChanged}: FieldProps<GaugePanel>) {
  const {least, most} = panel
  const isInOrder = least === null || most === null || least < most
  return (
    <>
      <NumberField
        label={gaugeTexts.least}
        description={gaugeTexts.endHint}
        value={least}
        onTyped={least => onChanged({...panel, least})}
        onEmptied={() => onChanged({...panel, least: null})}
      />
      <NumberField
        label={gaugeTexts.most}
        description={gaugeTexts.endHint}
        value={most}
        error={isInOrder ? null : gaugeTexts.order}
        onTyped={most => onChanged({...panel, most})}
        onEmptied={() => onChanged({...panel, most: null})}
      />
    </>
  )
}

export const ClockZoneField = ({panel, onChanged}: FieldProps<ClockPanel>) => (
  <Choice
    label={texts.zone}
    values={['', ...allZones()]}
    words={{'': texts.ownZone}}
    value={panel.zone}
    onChosen={zone => onChanged({...panel, zone})}
  />
)

interface ChoiceProps<T extends string | number> {
  label: string
  values: readonly T[]
  words: Words<T> | undefined
  value: T
  onChosen: (value: T) => void
  hint?: string | null
}

function Choice<T extends string | number>({label, values, words, value, onChosen, hint = null}: ChoiceProps<T>) {
  const known = new Map<T, string>(values.map(each => [each, words?.[each] ?? String(each)]))
  return (
    <NativeSelect
      size="xs"
      label={label}
      description={hint}
      value={String(value)}
      onChange={({currentTarget}) => {
        const chosen = values.find(each => String(each) === currentTarget.value)
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
