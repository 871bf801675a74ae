import {Button, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {FormEvent} from 'react'
import {absoluteText, type Clock} from '../../../domain/timeRange/absoluteTime'
import {QUICK_NAMES, QUICK_RANGES} from '../../../domain/timeRange/quickRanges'
import {openedRange} from '../../../domain/timeRange/shownRange'
import {isSameRange, type RawRange, resolveRange} from '../../../domain/timeRange/timeRange'
import {copiedRange} from '../../../domain/timeRange/typedRange'
import type {TimeRangeRef} from '../../../machines/timeRange'
import spoken from '../text/Spoken.module.css'
import styles from './RangeChoice.module.css'
import {texts} from './texts'

/** The parts of an open control: a field for any range, two fields of times, and ranges by name. */
export function RangeChoice({control}: {control: TimeRangeRef}) {
  return (
    <div className={styles.panes}>
      <div className={styles.typing}>
        <TextField control={control} />
        <TimeFields control={control} />
        <CopyAndPaste control={control} />
        <RecentRanges control={control} />
      </div>
      <QuickRanges control={control} />
    </div>
  )
}

function TextField({control}: {control: TimeRangeRef}) {
  const text = useSelector(control, s => s.context.text)
  const problem = useSelector(control, s => (s.context.problem?.field === 'text' ? s.context.problem.kind : null))
  const enter = (event: FormEvent) => {
    event.preventDefault()
    control.send({type: 'text.entered'})
  }
  return (
    <form onSubmit={enter}>
      <TextInput
        label={texts.typed}
        description={texts.examples}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        value={text}
        error={problem === null ? null : texts.problems[problem]}
        autoFocus
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        onChange={({currentTarget: {value}}) => control.send({type: 'text.typed', text: value})}
      />
    </form>
  )
}

function TimeFields({control}: {control: TimeRangeRef}) {
  const start = useSelector(control, s => s.context.start)
  const end = useSelector(control, s => s.context.end)
  const zone = useSelector(control, s => openedRange(s.context).zone)
  const problem = useSelector(control, s => (s.context.problem?.field === 'times' ? s.context.problem.kind : null))
  const enter = (event: FormEvent) => {
    event.preventDefault()
    control.send({type: 'times.entered'})
  }
  return (
    <form className={styles.times} aria-label={texts.fixed} onSubmit={enter}>
      <TextInput
        label={texts.start}
        value={start}
        error={problem === null ? null : texts.problems[problem]}
        autoComplete="off"
        onChange={({currentTarget: {value}}) => control.send({type: 'start.typed', text: value})}
      />
      <TextInput
        label={texts.end}
        value={end}
        autoComplete="off"
        onChange={({currentTarget: {value}}) => control.send({type: 'end.typed', text: value})}
      />
      <p className={styles.quiet}>{texts.zone(zone)}</p>
      <Button type="submit" size="xs">
        {texts.apply}
      </Button>
    </form>
  )
}

function CopyAndPaste({control}: {control: TimeRangeRef}) {
  const range = useSelector(control, s => openedRange(s.context).range)
  const isCopied = useSelector(control, s => s.matches({open: 'copied'}))
  const isCopyFailed = useSelector(control, s => s.matches({open: 'copyFailed'}))
  const isPasteFailed = useSelector(control, s => s.matches({open: 'pasteFailed'}))
  return (
    <div className={styles.clipboard}>
      <Button size="xs" variant="default" onClick={() => control.send({type: 'copy.requested'})}>
        {isCopied ? texts.copied : texts.copy}
      </Button>
      <Button size="xs" variant="default" onClick={() => control.send({type: 'paste.requested'})}>
        {texts.paste}
      </Button>
      <div role="status" className={styles.outcome}>
        {isCopied && <span className={spoken.spoken}>{texts.copied}</span>}
        {isCopyFailed && (
          <TextInput
            label={texts.copyFailed}
            value={copiedRange(range)}
            readOnly
            onFocus={({currentTarget}) => currentTarget.select()}
          />
        )}
        {isPasteFailed && texts.pasteFailed}
      </div>
    </div>
  )
}

function QuickRanges({control}: {control: TimeRangeRef}) {
  const range = useSelector(control, s => openedRange(s.context).range)
  return (
    <section className={styles.quick} aria-label={texts.quick}>
      {QUICK_NAMES.map(name => (
        <RangeButton
          key={name}
          text={texts.ranges[name]}
          isChosen={isSameRange(QUICK_RANGES[name], range)}
          onPicked={() => control.send({type: 'range.picked', range: QUICK_RANGES[name]})}
        />
      ))}
    </section>
  )
}

function RecentRanges({control}: {control: TimeRangeRef}) {
  const recent = useSelector(control, s => s.context.recent)
  const {zone, isTwelveHours} = useSelector(control, s => openedRange(s.context))
  if (recent.length === 0) return null
  return (
    <section aria-label={texts.recent}>
      <h3 className={styles.heading}>{texts.recent}</h3>
      {recent.map(range => (
        <RangeButton
          key={`${range.from} ${range.to}`}
          text={timesText(range, {zone, isTwelveHours})}
          isChosen={false}
          onPicked={() => control.send({type: 'range.picked', range})}
        />
      ))}
    </section>
  )
}

/** Recent ranges are absolute, so the present doesn't matter. */
function timesText(range: RawRange, clock: Clock): string {
  const {start, end} = resolveRange(range, 0, clock.zone)
  return `${absoluteText(start, clock)} – ${absoluteText(end, clock)}`
}

interface RangeButtonProps {
  text: string
  isChosen: boolean
  onPicked: () => void
}

function RangeButton({text, isChosen, onPicked}: RangeButtonProps) {
  return (
    <button type="button" className={styles.range} aria-current={isChosen ? 'true' : undefined} onClick={onPicked}>
      {text}
    </button>
  )
}
