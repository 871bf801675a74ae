import {Button, TextInput, UnstyledButton} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {mayWriteNotes, NOTE_LENGTH, type Note} from '../../../../../contract/rules/lists/annotations'
import {MINUTE} from '../../../../../contract/rules/time/durations'
import type {AnnotationsRef} from '../../../../machines/telemetry/annotations'
import type {ChartRef} from '../../../../machines/telemetry/chart'
import {useApplication} from '../../../kit/application'
import {MinuteField} from '../../../kit/form/MinuteField'
import {IconPlus, IconTrash} from '../../../kit/mark/icons'
import {TimeText} from '../../../kit/text/TimeText'
import {buttons} from '../../../kit/text/texts'
import {texts} from '../texts'
import type {Crosshair} from './crosshair'
import styles from './Notes.module.css'

interface Props {
  annotations: AnnotationsRef
  chart: ChartRef
  crosshair: Crosshair
}

/** The notes about the device in the range of the chart, which draws them, too. */
export function Notes({annotations, chart, crosshair}: Props) {
  const isTyping = useSelector(
    annotations,
    s => s.matches('typing') || (s.matches('writing') && (s.context.draft?.text ?? '') !== ''),
  )
  const isRead = useSelector(annotations, s => !s.matches('unread'))
  const stored = useSelector(annotations, s => s.context.stored)
  const message = useSelector(annotations, s => s.context.message)
  const mayWrite = useSelector(annotations, s => mayWriteNotes(s.context.authority) && s.context.stored.isList)
  const start = useSelector(chart, s => s.context.range.start)
  const end = useSelector(chart, s => Math.ceil(s.context.range.end / MINUTE) * MINUTE)
  const shown = stored.items.filter(({at, until}) => at <= end && (until ?? at) >= start)
  return (
    <section className={styles.notes} aria-labelledby="notes" aria-busy={!isRead}>
      <header className={styles.header}>
        <h3 id="notes">{texts.notes.title}</h3>
        {isRead && stored.items.length === 0 && <p>{texts.notes.none}</p>}
        {stored.items.length > shown.length && <p>{texts.notes.elsewhere(stored.items.length - shown.length)}</p>}
        {mayWrite && !isTyping && isRead && <AddNote annotations={annotations} chart={chart} crosshair={crosshair} />}
      </header>
      {!stored.isList && <p className={styles.odd}>{texts.notes.unreadable}</p>}
      {stored.ignored.length > 0 && <p className={styles.odd}>{texts.notes.ignored(stored.ignored.length)}</p>}
      {message !== null && (
        <p role="alert" className={styles.failed}>
          {message}
        </p>
      )}
      {isTyping && <NoteForm annotations={annotations} />}
      {shown.length > 0 && (
        <ul className={styles.list}>
          {shown.map(note => (
            <ListedNote
              key={`${note.at} ${note.until} ${note.by} ${note.text}`}
              annotations={annotations}
              note={note}
              mayWrite={mayWrite}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

/** A note is about the time that was last pointed at, or about the end of the range. */
function AddNote({annotations, chart, crosshair}: Props) {
  const {formats} = useApplication()
  const follow = (button: HTMLButtonElement | null) => {
    if (button === null) return

    const name = (at: number) => {
      button.dataset.at = String(wholeMinute(at))
      const words = button.querySelector('[data-words]')
      if (words !== null) words.textContent = texts.notes.addAt(formats.time(wholeMinute(at), 'minute'))
    }
    name(chart.getSnapshot().context.range.end)
    return crosshair.subscribe(at => at !== null && name(at))
  }
  return (
    <UnstyledButton
      ref={follow}
      className={styles.add}
      onClick={({currentTarget}) =>
        annotations.send({type: 'add.requested', at: Number(currentTarget.dataset.at), until: null})
      }
    >
      <IconPlus aria-hidden="true" /> <span data-words />
    </UnstyledButton>
  )
}

function NoteForm({annotations}: Pick<Props, 'annotations'>) {
  const {zone} = useApplication()
  const draft = useSelector(annotations, s => s.context.draft)
  const isBusy = useSelector(annotations, s => s.hasTag('busy'))
  const maySave = useSelector(annotations, s => s.can({type: 'draft.saved'}))
  if (draft === null) return null
  const {at, until, text} = draft
  return (
    <form
      className={styles.form}
      aria-label={texts.notes.form}
      onSubmit={event => {
        event.preventDefault()
        annotations.send({type: 'draft.saved'})
      }}
    >
      <TextInput
        ref={takeFocus}
        size="xs"
        className={styles.text}
        label={texts.notes.text}
        maxLength={NOTE_LENGTH}
        value={text}
        onChange={({currentTarget: {value}}) => annotations.send({type: 'draft.changed', change: {text: value}})}
      />
      <MinuteField
        label={texts.notes.at}
        at={at}
        zone={zone}
        onChosen={chosen => chosen !== null && annotations.send({type: 'draft.changed', change: {at: chosen}})}
      />
      <MinuteField
        label={texts.notes.until}
        at={until}
        zone={zone}
        error={until !== null && until <= at ? texts.notes.endsBefore : null}
        onChosen={chosen => annotations.send({type: 'draft.changed', change: {until: chosen}})}
      />
      <div className={styles.actions}>
        <Button size="compact-sm" variant="default" onClick={() => annotations.send({type: 'draft.left'})}>
          {buttons.cancel}
        </Button>
        <Button size="compact-sm" type="submit" disabled={!maySave && !isBusy} aria-busy={isBusy}>
          {texts.notes.save}
        </Button>
      </div>
    </form>
  )
}

const takeFocus = (input: HTMLInputElement | null) => input?.focus()

interface ListedProps extends Pick<Props, 'annotations'> {
  note: Note
  mayWrite: boolean
}

function ListedNote({annotations, note, mayWrite}: ListedProps) {
  const {at, until, text, by} = note
  return (
    <li>
      <span className={styles.time}>
        <TimeText at={at} precision="minute" />
        {until !== null && (
          <>
            {' – '}
            <TimeText at={until} precision="minute" />
          </>
        )}
      </span>{' '}
      <span className={styles.words} dir="auto">
        {text}
      </span>{' '}
      {by !== '' && <span className={styles.by}>{by}</span>}
      {mayWrite && (
        <UnstyledButton
          className={styles.remove}
          aria-label={texts.notes.remove(text)}
          onClick={() => annotations.send({type: 'remove.requested', note})}
        >
          <IconTrash aria-hidden="true" />
        </UnstyledButton>
      )}
    </li>
  )
}

const wholeMinute = (at: number): number => Math.floor(at / MINUTE) * MINUTE
