import {Button, type ComboboxItem, type OptionsFilter, Select} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {useMemo, useRef, useState} from 'react'
import {flushSync} from 'react-dom'
import {COMPARED_SERIES_LIMIT} from '../../../../../contract/limits'
import {folded} from '../../../../domain/folded'
import {isSameSeries, placed} from '../../../../domain/telemetry/comparison'
import type {DeviceEntry} from '../../../../domain/telemetry/device'
import type {ComparisonRef} from '../../../../machines/telemetry/comparison'
import type {DashboardRef} from '../../../../machines/telemetry/dashboard'
import type {DevicesRef} from '../../../../machines/telemetry/devices'
import {IconPlus} from '../../../kit/icons'
import styles from './Compare.module.css'
import {compare} from './series'
import {texts} from './texts'

interface Props {
  dashboard: DashboardRef
  devices: DevicesRef
  comparison: ComparisonRef
}

/** Stays where it is when the chart becomes a comparison, so that it keeps the focus. */
export function AddSeries({dashboard, devices, comparison}: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isFull = useSelector(comparison, s => placed(s.context.comparison).length >= COMPARED_SERIES_LIMIT - 1)
  const close = () => {
    flushSync(() => setOpen(false))
    button.current?.focus()
  }
  if (isOpen && !isFull)
    return <Picker {...{dashboard, devices, comparison}} onLeft={() => setOpen(false)} onClosed={close} />
  if (isFull)
    return (
      <span ref={isOpen ? takeFocus : undefined} className={styles.full} tabIndex={-1}>
        {texts.full}
      </span>
    )
  return (
    <Button
      ref={button}
      className={styles.add}
      size="compact-sm"
      fz="xs"
      variant="default"
      leftSection={<IconPlus className={styles.plus} aria-hidden="true" />}
      onClick={() => setOpen(true)}
    >
      {texts.compare}
    </Button>
  )
}

/** The field that the last series was chosen in has gone. */
function takeFocus(told: HTMLElement | null) {
  told?.focus()
}

function Picker({
  dashboard,
  devices,
  comparison,
  onLeft,
  onClosed,
}: Props & {onLeft: () => void; onClosed: () => void}) {
  const listed = useSelector(dashboard, s => s.context.devices)
  const own = useSelector(comparison, s => s.context.own)
  const compared = useSelector(comparison, s => s.context.comparison)
  const choices = useMemo(
    () => choicesOf(listed).filter(one => [own, ...placed(compared)].every(name => !isSameSeries(name, one))),
    [listed, own, compared],
  )
  return (
    <Select
      className={styles.picker}
      size="xs"
      aria-label={texts.addTitle}
      placeholder={texts.addHint}
      data={choices}
      filter={byWords}
      limit={SHOWN_CHOICES}
      searchable
      autoFocus
      defaultDropdownOpened
      maxDropdownHeight={280}
      value={null}
      nothingFoundMessage={texts.noMatch}
      comboboxProps={{shadow: 'md'}}
      onChange={value => {
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

const SHOWN_CHOICES = 50

interface Choice extends ComboboxItem {
  deviceId: string
  key: string
}

const choicesOf = (devices: readonly DeviceEntry[]): Choice[] =>
  devices.flatMap(({id, name, keys}) =>
    keys.map(key => ({deviceId: id, key, value: JSON.stringify([id, key]), label: `${name} · ${key}`})),
  )

/** Every word has to occur in the name of the device or the key. */
const byWords: OptionsFilter = ({options, search, limit}) => {
  const words = folded(search).split(/\s+/).filter(Boolean)
  const found = []
  for (const option of options) {
    if (found.length >= limit) break
    const text = 'label' in option ? folded(option.label) : ''
    if (words.every(word => text.includes(word))) found.push(option)
  }
  return found
}
