import {Button, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type FormEvent, useState} from 'react'
import {isSameHours, type OpeningHours} from '../../../../contract/rules/media/openingHours'
import {dayFrom} from '../../../../contract/rules/time/schedule'
import {
  type ClosedRow,
  draftOf,
  type HoursProblems,
  type HoursRow,
  hasRoom,
  hoursOf,
  hoursProblems,
  withClosed,
  withHours,
} from '../../../domain/media/openingHours'
import type {HoursRef} from '../../../machines/media/lists'
import {useApplication} from '../../kit/application'
import {DaysField} from '../../kit/form/DaysField'
import {DESCRIBED_BELOW, focusFirst} from '../../kit/form/fields'
import {DayTimeField} from '../../kit/form/MinuteField'
import {ZoneField} from '../../kit/picker/ZoneField'
import {dateText} from '../playlist/scheduleText'
import dialog from '../screen/Dialog.module.css'
import styles from './OpeningHours.module.css'
import {texts} from './texts'

interface Props {
  list: HoursRef
  /** The hours that count now, and with which the form begins. */
  counts: OpeningHours
  /** Where they come from, if they are not its own. */
  hint?: string
  /** What the button says that removes its own. */
  remove?: string
}

/** Hours are written over others only after a person has seen these. */
export function HoursForm({list, counts, hint, remove}: Props) {
  const own = useSelector(list, s => s.context.shown.items[0]) ?? null
  const [seen, setSeen] = useState(own)
  const [draft, setDraft] = useState(() => draftOf(counts))
  const [problems, setProblems] = useState<HoursProblems>({})
  const room = hasRoom(draft)
  const set = (hours: OpeningHours | null) => {
    setSeen(hours)
    list.send({type: 'intent.added', intent: {kind: 'set', hours, seen: own}})
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = hoursProblems(draft)
    setProblems(found)
    if (Object.keys(found).length === 0) set(hoursOf(draft))
    else focusFirst(event.currentTarget, Object.keys(found))
  }
  const showTheirs = () => {
    setSeen(own)
    setDraft(draftOf(counts))
    setProblems({})
  }
  return (
    <form className={dialog.dialog} noValidate onSubmit={submit}>
      {hint !== undefined && <p>{hint}</p>}
      {!isSameHours(own, seen) && (
        <div role="alert" className={dialog.pair}>
          <p>{texts.changed}</p>
          <Button variant="default" size="compact-xs" onClick={showTheirs}>
            {texts.showTheirs}
          </Button>
        </div>
      )}
      <h3 className={styles.heading}>{texts.hours}</h3>
      {draft.hours.length === 0 && <p>{texts.alwaysOpen}</p>}
      {draft.hours.map((row, at) => (
        <Hours
          key={row.id}
          row={row}
          count={at + 1}
          problems={problems}
          onChanged={changed => setDraft({...draft, hours: replaced(draft.hours, row, changed)})}
        />
      ))}
      <div>
        <Button variant="default" size="compact-xs" disabled={!room.hours} onClick={() => setDraft(withHours(draft))}>
          {texts.addHours}
        </Button>
      </div>
      <h3 className={styles.heading}>{texts.closed}</h3>
      {draft.closed.map(row => (
        <Closed
          key={row.id}
          row={row}
          problems={problems}
          onChanged={changed => setDraft({...draft, closed: replaced(draft.closed, row, changed)})}
        />
      ))}
      <div>
        <Button variant="default" size="compact-xs" disabled={!room.closed} onClick={() => setDraft(withClosed(draft))}>
          {texts.addClosed}
        </Button>
      </div>
      <div className={dialog.pair}>
        <ZoneField label={texts.zone} zone={draft.zone} onChosen={zone => setDraft({...draft, zone})} />
        <TextInput
          name="tellAfter"
          label={texts.tellAfter}
          description={texts.tellHint}
          inputWrapperOrder={DESCRIBED_BELOW}
          inputMode="numeric"
          autoComplete="off"
          value={draft.tellAfter}
          error={textOf(problems, 'tellAfter')}
          onChange={({currentTarget}) => setDraft({...draft, tellAfter: currentTarget.value.trim()})}
        />
      </div>
      <div className={dialog.buttons}>
        {remove !== undefined && (
          <Button variant="default" onClick={() => set(null)}>
            {remove}
          </Button>
        )}
        <Button type="submit">{texts.save}</Button>
      </div>
    </form>
  )
}

interface RowProps<Row> {
  row: Row
  problems: HoursProblems
  /** Null removes it. */
  onChanged: (row: Row | null) => void
}

function Hours({row, count, problems, onChanged}: RowProps<HoursRow> & {count: number}) {
  return (
    <fieldset className={styles.row}>
      <legend className={styles.legend}>{texts.hoursRow(count)}</legend>
      <div className={dialog.pair}>
        {TIMES.map(name => (
          <DayTimeField
            key={name}
            name={`${name}-${row.id}`}
            label={texts[name]}
            value={row[name]}
            error={textOf(problems, `${name}-${row.id}`)}
            onChange={({currentTarget}) => onChanged({...row, [name]: currentTarget.value})}
          />
        ))}
      </div>
      <DaysField
        name={`days-${row.id}`}
        label={texts.days}
        className={dialog.days}
        error={textOf(problems, `days-${row.id}`)}
        days={row.days}
        onChosen={days => onChanged({...row, days})}
      />
      <Remove label={texts.removeHours(count)} onRemoved={() => onChanged(null)} />
    </fieldset>
  )
}

const TIMES = ['from', 'until'] as const

function Closed({row, problems, onChanged}: RowProps<ClosedRow>) {
  const {formats} = useApplication()
  return (
    <div className={styles.closed}>
      <TextInput
        type="date"
        name={`day-${row.id}`}
        label={texts.day}
        // The browser's field writes days by its own locale.
        description={dayFrom(row.day) !== null && dateText(row.day, formats)}
        inputWrapperOrder={DESCRIBED_BELOW}
        value={row.day}
        error={textOf(problems, `day-${row.id}`)}
        onChange={({currentTarget}) => onChanged({...row, day: currentTarget.value})}
      />
      <TextInput
        name={`name-${row.id}`}
        label={texts.name}
        autoComplete="off"
        value={row.name}
        onChange={({currentTarget}) => onChanged({...row, name: currentTarget.value})}
      />
      <Remove label={texts.removeClosed(row.name === '' ? row.day : row.name)} onRemoved={() => onChanged(null)} />
    </div>
  )
}

const Remove = ({label, onRemoved}: {label: string; onRemoved: () => void}) => (
  <Button variant="subtle" size="compact-xs" color="red" aria-label={label} onClick={onRemoved}>
    {texts.remove}
  </Button>
)

const replaced = <Row,>(rows: readonly Row[], row: Row, changed: Row | null): Row[] =>
  rows.flatMap(each => (each === row ? (changed ?? []) : each))

function textOf(problems: HoursProblems, name: string): string | undefined {
  const problem = problems[name]
  return problem && texts.problems[problem]
}
