import {useSelector} from '@xstate/react'
import type {CSSProperties} from 'react'
import {DAY} from '../../../../contract/rules/time/durations'
import {wallOf} from '../../../../contract/rules/time/wallTime'
import {weekdayOf} from '../../../../contract/rules/time/weekday'
import {
  coloursOf,
  draftOfShift,
  type NamedRota,
  type OnCallDraft,
  type ShiftPart,
  swapsFor,
  type Week,
  weeksOf,
} from '../../../domain/alarms/onCall'
import type {OnCallRef} from '../../../machines/alarms/onCall'
import {useApplication} from '../../kit/application'
import {IconClock, IconMessage, IconRedo, IconShare, IconUndo} from '../../kit/mark/icons'
import {MenuItem, PlainMenu} from '../../kit/menu/PlainMenu'
import {dayName} from '../../kit/text/dayNames'
import spoken from '../../kit/text/Spoken.module.css'
import {useAlarms, useMinute} from '../logic'
import styles from './Calendar.module.css'
import {nameOf} from './called'
import {texts} from './texts'

interface Props {
  entries: OnCallRef
  rota: NamedRota
  /** The viewer. */
  userId: string
}

/** The shifts of two weeks; each opens a menu of its overrides. */
export function Calendar({entries, rota, userId}: Props) {
  const {zone} = useApplication()
  const people = useSelector(entries, ({context}) => context.loaded.people)
  const at = useMinute()
  const weeks = weeksOf(rota, people, at, zone)
  const colours = coloursOf(rota)
  return (
    <section className={styles.calendar} aria-label={texts.calendar(rota.name)}>
      {weeks.map(week => (
        <div key={week.start}>
          <Days week={week} />
          <ol className={styles.strip}>
            {week.parts.map(part => (
              <li
                key={part.start}
                style={{flexGrow: part.end - part.start}}
                data-continued={part.isContinued ? '' : undefined}
                data-over={part.isOver ? '' : undefined}
              >
                <Shift
                  entries={entries}
                  rota={rota}
                  userId={userId}
                  part={part}
                  canSwap={part.shift.person !== null && swapsFor(weeks, part.shift).length > 0}
                  style={personStyle(colours.get(part.shift.person ?? ''))}
                />
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  )
}

/** Stands for a name where a bar has no room for it. */
const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .flatMap(word => [...word].slice(0, 1))
    .join('')

/** Gives a style sheet the colour of a person as `--person`; without one it is that of a gap. */
export const personStyle = (colour?: number): CSSProperties & Record<'--person', string> => ({
  '--person': colour === undefined ? 'var(--critical)' : `var(--data-${colour})`,
})

function Days({week: {days}}: {week: Week}) {
  const {formats, zone} = useApplication()
  return (
    <div className={styles.scale} aria-hidden="true">
      {days.map(({start, end}) => (
        <span key={start} style={{flexGrow: end - start}}>
          {texts.weekday(dayName(weekdayOf(Math.floor(wallOf(start, zone) / DAY)) + 1), formats.day(start))}
        </span>
      ))}
    </div>
  )
}

interface ShiftProps extends Props {
  part: ShiftPart
  canSwap: boolean
  style: ReturnType<typeof personStyle>
}

function Shift({entries, rota, userId, part: {shift, isOver, isCover, notes}, canSwap, style}: ShiftProps) {
  const {formats} = useApplication()
  const {isReplay} = useAlarms().logic
  const people = useSelector(entries, ({context}) => context.loaded.people)
  const name = nameOf(people, shift.person)
  const isGap = shift.person === null
  const time = formats.range(shift.start, shift.end, {zone: false})
  const whole = texts.shift(name, time)
  const covered = isCover ? texts.covered(whole) : whole
  const label = notes.length === 0 ? covered : texts.noted(covered, notes.join(', '))
  const ask = (change: Partial<OnCallDraft> & Pick<OnCallDraft, 'form'>) => () =>
    entries.send({type: 'edit.requested', row: rota, draft: draftOfShift(rota, shift, change)})
  return (
    <PlainMenu
      label={label}
      opener={({style: anchor, ...opener}) => (
        <button
          {...(isReplay || isOver ? {} : opener)}
          type="button"
          className={styles.shift}
          style={{...style, ...anchor}}
          data-gap={isGap ? '' : undefined}
          data-cover={isCover ? '' : undefined}
          disabled={isOver}
          title={label}
        >
          <span className={spoken.spoken}>{label}</span>
          <span className={styles.parts} aria-hidden="true">
            <span className={styles.name}>{name}</span>
            <span className={styles.initials}>{initialsOf(name)}</span>
            <span className={styles.times}>{time}</span>
            {isCover && <span className={styles.mark}>{texts.cover}</span>}
            {notes.length > 0 && <span className={styles.mark}>{notes.join(', ')}</span>}
          </span>
        </button>
      )}
    >
      <MenuItem icon={<IconUndo size={16} />} onChosen={ask({form: 'takeover', person: userId})}>
        {texts.menu.take}
      </MenuItem>
      <MenuItem icon={<IconShare size={16} />} onChosen={ask({form: 'takeover'})}>
        {texts.menu.give}
      </MenuItem>
      <MenuItem icon={<IconClock size={16} />} onChosen={ask({form: 'takeover', person: userId, end: null})}>
        {texts.menu.cover}
      </MenuItem>
      {canSwap && (
        <MenuItem icon={<IconRedo size={16} />} onChosen={ask({form: 'swap'})}>
          {texts.menu.swap}
        </MenuItem>
      )}
      {!isGap && (
        <MenuItem icon={<IconMessage size={16} />} onChosen={ask({form: 'note'})}>
          {texts.menu.note}
        </MenuItem>
      )}
    </PlainMenu>
  )
}
