import {useSelector} from '@xstate/react'
import {useState} from 'react'
import type {Formats} from '../../domain/format/formats'
import {type AlarmMark, MARK_LENGTH, markAt, markBeside, SLIDER_STEP} from '../../domain/moment'
import type {ReplayRef, ReplaySnapshot} from '../../machines/replay/replay'
import {useApplication} from '../kit/application'
import {IconChevronLeft, IconChevronRight} from '../kit/mark/icons'
import spoken from '../kit/text/Spoken.module.css'
import styles from './Past.module.css'
import {texts} from './texts'

interface Props {
  replay: ReplayRef
}

/** The slider with its alarms, and the ways from one alarm to the next. */
export function Past({replay}: Props) {
  return (
    <div className={styles.past}>
      <Jump replay={replay} step={-1} />
      <Slider replay={replay} />
      <Jump replay={replay} step={1} />
    </div>
  )
}

function Slider({replay}: Props) {
  const {formats} = useApplication()
  const at = useSelector(replay, shownAt)
  const {start, end} = useSelector(replay, s => s.context.slider)
  const span = useSelector(replay, s => s.context.span)
  const marks = useSelector(replay, s => s.context.facts?.marks ?? NO_MARKS)
  const raised = marks.reduce((sum, mark) => sum + mark.raised, 0)
  const [pointedAt, setPointedAt] = useState<AlarmMark | null>(null)
  const shown = pointedAt ?? markAt(marks, at)
  return (
    <div className={styles.slider}>
      <Marks replay={replay} marks={marks} onPointedAt={setPointedAt} />
      <input
        type="range"
        aria-label={texts.slider}
        aria-valuetext={formats.dateTime(at)}
        min={start}
        max={end}
        step={SLIDER_STEP[span]}
        value={at}
        onChange={({target}) => replay.send({type: 'slider.moved', at: Number(target.value)})}
      />
      {shown === null ? (
        <span className={styles.ends} aria-hidden="true">
          <span>{formats.dateTime(start, 'minute')}</span>
          <span>{formats.dateTime(end, 'minute')}</span>
        </span>
      ) : (
        <span role="status" className={styles.said} title={markText(shown, formats)}>
          {span === 'day' ? shortMarkText(shown, formats) : markText(shown, formats)}
        </span>
      )}
      <span className={spoken.spoken}>{texts.raised(formats.exact(raised), raised === 1)}</span>
    </div>
  )
}

interface MarksProps extends Props {
  marks: readonly AlarmMark[]
  onPointedAt: (mark: AlarmMark | null) => void
}

/** Each mark has a name, and leads to its time. By keyboard the buttons beside the slider go from one to the next. */
function Marks({replay, marks, onPointedAt}: MarksProps) {
  const {formats} = useApplication()
  const {start, end} = useSelector(replay, s => s.context.slider)
  return (
    <div className={styles.marks}>
      {marks.map(mark => (
        <button
          key={mark.at}
          type="button"
          tabIndex={-1}
          aria-label={markText(mark, formats)}
          style={{insetInlineStart: `${(100 * (mark.at - start)) / (end - start)}%`}}
          onPointerEnter={() => onPointedAt(mark)}
          onPointerLeave={() => onPointedAt(null)}
          onClick={() => replay.send({type: 'moment.chosen', at: mark.at})}
        />
      ))}
    </div>
  )
}

const markText = ({at, raised}: AlarmMark, {exact, dateTime, time}: Formats): string =>
  `${texts.raised(exact(raised), raised === 1)} ${dateTime(at, 'minute')}–${time(at + MARK_LENGTH, 'minute')}`

/** No time of day is twice in a day. */
const shortMarkText = ({at, raised}: AlarmMark, {exact, time}: Formats): string =>
  `${texts.alarms(exact(raised), raised === 1)}, ${time(at, 'minute')}–${time(at + MARK_LENGTH, 'minute')}`

function Jump({replay, step}: Props & {step: 1 | -1}) {
  const {formats} = useApplication()
  const mark = useSelector(replay, s => markBeside(s.context.facts?.marks ?? NO_MARKS, shownAt(s), step))
  const label = step === 1 ? texts.nextAlarm : texts.previousAlarm
  const Icon = step === 1 ? IconChevronRight : IconChevronLeft
  return (
    <button
      type="button"
      className={styles.jump}
      aria-label={label}
      title={mark === null ? label : `${label}: ${markText(mark, formats)}`}
      aria-disabled={mark === null}
      onClick={() => mark !== null && replay.send({type: 'moment.chosen', at: mark.at})}
    >
      <Icon size={16} aria-hidden="true" />
    </button>
  )
}

const NO_MARKS: readonly AlarmMark[] = []

export const shownAt = ({context: {held, at}}: ReplaySnapshot): number => held ?? at
