import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {ReactElement} from 'react'
import type {Formats} from '../../../domain/format/formats'
import {type RangeShortcut, SHORTCUTS} from '../../../domain/shell/shortcuts'
import {nameOf} from '../../../domain/timeRange/quickRanges'
import type {ShownRange} from '../../../domain/timeRange/shownRange'
import type {RawRange, TimeRange} from '../../../domain/timeRange/timeRange'
import type {TimeRangeRef} from '../../../machines/timeRange'
import {texts as common} from '../../texts'
import {useApplication} from '../application'
import {PlainDialog} from '../dialog/PlainDialog'
import {LazyPart} from '../loading/LazyPart'
import {IconChevronDown, IconChevronLeft, IconChevronRight, IconZoomOut} from '../mark/icons'
import styles from './TimeRange.module.css'
import {texts} from './texts'

const rangeChoice = async () => (await import('./RangeChoice')).RangeChoice

interface Props {
  control: TimeRangeRef
  range: RawRange
  resolved: TimeRange
  zone: string
  /** Whether there is anything later than the end of the range. */
  hasLater: boolean
  /** Is asked when the control opens, because the present moves on all the time. */
  shown: () => ShownRange
  onStepped: (direction: -1 | 1) => void
  onZoomedOut: () => void
  onZoomedIn: () => void
}

/** Shows a time range in a place that never moves, and lets it be stepped, zoomed out and chosen. */
export function TimeRangeControl({control, range, resolved, zone, hasLater, shown, ...moves}: Props) {
  const {onStepped, onZoomedOut, onZoomedIn} = moves
  const {formats} = useApplication()
  const name = rangeText(range, resolved, formats)
  const openWith = (event: {type: 'copy.requested'} | {type: 'paste.requested'}) => {
    control.send({type: 'opened', ...shown()})
    control.send(event)
  }
  return (
    <fieldset className={styles.control} aria-label={texts.label}>
      <legend className={styles.label}>{texts.label}</legend>
      <div className={styles.group}>
        <StepButton
          shortcut="earlier"
          label={texts.earlier}
          icon={<IconChevronLeft size={16} />}
          onClick={() => onStepped(-1)}
        />
        <ChoiceButton control={control} name={name} zone={zone} shown={shown} />
        <StepButton
          shortcut="later"
          label={texts.later}
          icon={<IconChevronRight size={16} />}
          disabled={!hasLater}
          onClick={() => onStepped(1)}
        />
        <StepButton shortcut="zoomOut" label={texts.zoomOut} icon={<IconZoomOut size={16} />} onClick={onZoomedOut} />
      </div>
      <HotKey shortcut="zoomIn" onPressed={onZoomedIn} />
      <HotKey shortcut="copy" onPressed={() => openWith({type: 'copy.requested'})} />
      <HotKey shortcut="paste" onPressed={() => openWith({type: 'paste.requested'})} />
    </fieldset>
  )
}

/** Binds a single key: the shell clicks the button that has its letter. */
function HotKey({shortcut, onPressed}: {shortcut: RangeShortcut; onPressed: () => void}) {
  return <button type="button" hidden data-range-key={SHORTCUTS.range[shortcut][1]} onClick={onPressed} />
}

/** The name of a range, or its times on the zone's clock. */
function rangeText(range: RawRange, {start, end}: TimeRange, formats: Formats): string {
  const named = nameOf(range)
  switch (named.kind) {
    case 'quick':
      return texts.ranges[named.name]
    case 'last':
      return texts.last(named.count, named.unit)
    case 'other':
      return range.to === 'now'
        ? `${formats.dateTime(start, 'minute')} – ${texts.now}`
        : formats.range(start, end, {zone: false})
    default:
      return named satisfies never
  }
}

/** Where there is little room only the title has the year. */
const shortText = (name: string): string => name.replaceAll(/ \d{4}(?=,|$)/g, '')

interface StepProps {
  shortcut: RangeShortcut
  label: string
  icon: ReactElement
  disabled?: boolean
  onClick: () => void
}

function StepButton({shortcut, label, icon, disabled = false, onClick}: StepProps) {
  return (
    <button
      type="button"
      data-range-key={SHORTCUTS.range[shortcut][1]}
      className={styles.step}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
    </button>
  )
}

function ChoiceButton({control, name, zone, shown}: Pick<Props, 'control' | 'zone' | 'shown'> & {name: string}) {
  const isOpen = useSelector(control, s => s.matches('open'))
  const open = () => control.send({type: 'opened', ...shown()})
  const close = () => control.send({type: 'closed'})
  const button = (
    <Button
      variant="default"
      className={styles.choice}
      classNames={{label: styles.choiceLabel ?? '', inner: styles.choiceInner ?? ''}}
      aria-label={texts.open(shortText(name), zone)}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      rightSection={<IconChevronDown size={16} />}
      onClick={isOpen ? close : open}
    >
      <span className={styles.name} title={name}>
        {shortText(name)}
      </span>
      <span className={styles.zone}>· {zone.replaceAll('_', ' ')}</span>
    </Button>
  )
  return (
    <>
      {button}
      {isOpen && (
        <PlainDialog title={texts.label} place="opener" onClose={close}>
          <LazyPart load={rangeChoice} waiting={<p role="status">{common.loading}</p>}>
            {RangeChoice => <RangeChoice control={control} />}
          </LazyPart>
        </PlainDialog>
      )}
    </>
  )
}
