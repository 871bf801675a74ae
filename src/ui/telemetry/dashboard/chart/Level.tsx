import {Button, NativeSelect} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type CSSProperties, type RefObject, useCallback, useSyncExternalStore} from 'react'
import {type ShownUnit, unitText} from '../../../../../contract/rules/format/shownUnit'
import {SEVERITIES} from '../../../../../contract/rules/thresholds'
import {storedFrom} from '../../../../../contract/rules/units'
import {limitField} from '../../../../domain/limitField'
import {chosenValue, stepOf} from '../../../../domain/telemetry/level'
import {SIDES} from '../../../../domain/telemetry/limits'
import type {ChartRef} from '../../../../machines/telemetry/chart'
import {type ThresholdInPlaceProps, useApplication} from '../../../kit/application'
import {ThresholdButton} from '../../../kit/ThresholdButton'
import {buttons, texts as kit} from '../../../kit/text/texts'
import {texts} from '../texts'
import type {Drawing, ScaleView} from './drawing/drawing'
import styles from './Level.module.css'

interface Props {
  chart: ChartRef
  unit: ShownUnit
}

interface Opened {
  /** The button that begins to look for a limit, and has the focus when that ends. */
  opener: RefObject<HTMLButtonElement | null>
}

type Series = Pick<ThresholdInPlaceProps, 'device' | 'telemetryKey'>

interface Drawn {
  drawing: RefObject<Drawing | null>
}

/** Begins to look for a limit, from which a threshold can be made. */
export function LevelButton({chart, drawing, opener}: Pick<Props, 'chart'> & Drawn & Opened) {
  const isOpen = useSelector(chart, s => s.context.level !== null)
  const hasScale = useScale(chart, drawing, view => view !== null)
  const toggle = () => {
    const shown = drawing.current?.scale.view() ?? null
    if (isOpen) chart.send({type: 'level.closed'})
    else if (shown !== null) chart.send({type: 'level.opened', shown})
  }
  return (
    <Button
      ref={opener}
      size="compact-sm"
      fz="xs"
      variant="default"
      aria-pressed={isOpen}
      disabled={!isOpen && !hasScale}
      onClick={toggle}
    >
      {texts.level.open}
    </Button>
  )
}

/** Says what the level is, and opens the form of the threshold with it, which ends the search when it is saved. */
export function LevelBar({chart, unit, opener, ...series}: Props & Opened & Series) {
  const level = useSelector(chart, s => s.context.level)
  const {formats} = useApplication()
  const close = useCallback(() => {
    chart.send({type: 'level.closed'})
    opener.current?.focus()
  }, [chart, opener])
  if (level === null) return null
  const change = (change: Partial<typeof level>) => chart.send({type: 'level.changed', change})
  const stored = Number(storedFrom(level.value, unit).toPrecision(12))
  return (
    <fieldset className={styles.bar} aria-label={texts.level.title}>
      <NativeSelect
        size="xs"
        aria-label={texts.level.severity}
        value={level.severity}
        data={SEVERITIES.map(value => ({value, label: kit.severities[value]}))}
        onChange={({currentTarget: {value}}) =>
          change({severity: SEVERITIES.find(each => each === value) ?? level.severity})
        }
      />
      <NativeSelect
        size="xs"
        aria-label={texts.level.side}
        value={level.side}
        data={SIDES.map(value => ({value, label: texts.level.sides[value]}))}
        onChange={({currentTarget: {value}}) => change({side: SIDES.find(each => each === value) ?? level.side})}
      />
      <output className={styles.value}>{formats.number(level.value, {unit: unitText(unit)})}</output>
      <ThresholdButton
        {...series}
        limits={{[limitField(level)]: String(stored)}}
        onSaved={close}
        size="compact-sm"
        fz="xs"
      >
        {texts.level.choose}
      </ThresholdButton>
      <Button size="compact-sm" fz="xs" variant="default" onClick={close}>
        {buttons.cancel}
      </Button>
    </fieldset>
  )
}

/** The line over the drawing, whose handle pointer and arrow keys move. */
export function LevelLine({chart, drawing, unit}: Props & Drawn) {
  const {formats} = useApplication()
  const level = useSelector(chart, s => s.context.level)
  // A text, as the same view must be the same value.
  const view: ScaleView | null = JSON.parse(useScale(chart, drawing, JSON.stringify))
  if (level === null || view === null) return null
  const {min, max, top, left, width, height} = view
  const pixels = Object.entries({top, left, width, height}).map(([name, length]) => [`--${name}`, `${length}px`])
  const place: CSSProperties = Object.fromEntries([...pixels, ['--share', (level.value - min) / (max - min)]])
  return (
    <div className={styles.line} style={place} data-severity={level.severity} data-side={level.side}>
      <input
        type="range"
        className={styles.handle}
        aria-label={texts.level.title}
        aria-orientation="vertical"
        aria-valuetext={formats.number(level.value, {unit: unitText(unit)})}
        min={min}
        max={max}
        step={stepOf(view)}
        value={level.value}
        onChange={({currentTarget}) =>
          chart.send({type: 'level.changed', change: {value: chosenValue(currentTarget.valueAsNumber, view)}})
        }
        // The chart has keys of its own.
        onKeyDown={event => event.stopPropagation()}
      />
    </div>
  )
}

/** Returns the present axis of values of a chart, by a selection whose results are compared by identity. */
function useScale<T>(chart: ChartRef, drawing: Drawn['drawing'], select: (view: ScaleView | null) => T): T {
  // Another kind of values has another drawing.
  useSelector(chart, s => s.context.series?.aggregation)
  return useSyncExternalStore(
    listener => drawing.current?.scale.onRedraw(listener) ?? (() => {}),
    () => select(drawing.current?.scale.view() ?? null),
  )
}
