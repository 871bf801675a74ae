import {Button, Textarea} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type FormEvent, useState} from 'react'
import {ALARM_NOTE_LENGTH} from '../../../../contract/limits'
import {lacksNote, lengthsOf, needsNote} from '../../../domain/alarms/action'
import {offeredReasons} from '../../../domain/alarms/reasons'
import type {AlarmActionBatchRef, AlarmActionsRef} from '../../../machines/alarms/actions'
import {useApplication} from '../../kit/application'
import {PlainDialog} from '../../kit/dialog/PlainDialog'
import {MinuteField} from '../../kit/form/MinuteField'
import {buttons} from '../../kit/text/texts'
import {texts} from '../texts'
import styles from './ActionDialog.module.css'

/** Asks for the words of an action, and shows the outcomes. An action without words shows itself only when it fails. */
export function ActionDialog({actions}: {actions: AlarmActionsRef}) {
  const {formats} = useApplication()
  const isAsking = useSelector(actions, s => s.matches('asking'))
  const kind = useSelector(actions, ({context}) => context.kind)
  const alarms = useSelector(actions, ({context}) => context.alarms)
  const batch = useSelector(actions, ({children}) => children.batch)
  const isShown = useSelector(batch, s => s !== undefined && (s.context.end === 'shown' || s.matches('finished')))
  if (!isAsking && !isShown) return null
  const [first] = alarms
  const what =
    alarms.length === 1 && first !== undefined
      ? texts.page.title(first.deviceName, first.key)
      : texts.dialog.count(formats.exact(alarms.length))
  return (
    <PlainDialog
      title={texts.dialog.of(texts.dialog.titles[kind], what)}
      place="middle"
      onClose={() => (batch ?? actions).send({type: 'dialog.closed'})}
    >
      {batch === undefined ? <Words actions={actions} /> : <Outcomes batch={batch} />}
    </PlainDialog>
  )
}

function Words({actions}: {actions: AlarmActionsRef}) {
  const kind = useSelector(actions, ({context}) => context.kind)
  const note = useSelector(actions, ({context}) => context.note)
  const isTried = useSelector(actions, ({context}) => context.isTried)
  const isReason = kind === 'shelve' || kind === 'leaveService' || kind === 'maintain'
  const isNeeded = needsNote(kind)
  const {dialog} = texts
  const label = isReason ? dialog[isNeeded ? 'reason' : 'reasonOptional'] : dialog[isNeeded ? 'note' : 'noteOptional']
  const submit = (event: FormEvent) => {
    event.preventDefault()
    actions.send({type: 'start.confirmed'})
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {isReason && <p className={styles.hint}>{dialog.hints[kind]}</p>}
      {lengthsOf(kind).length > 0 && <Until actions={actions} />}
      <Textarea
        label={label}
        required={isNeeded}
        withAsterisk={false}
        maxLength={ALARM_NOTE_LENGTH}
        rows={3}
        data-autofocus
        value={note}
        error={isTried && lacksNote(kind, note) && dialog.problems[isReason ? 'reason' : 'note']}
        onChange={({currentTarget}) => actions.send({type: 'note.typed', note: currentTarget.value})}
      />
      {isReason && <Reasons actions={actions} />}
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => actions.send({type: 'dialog.closed'})}>
          {buttons.cancel}
        </Button>
        <Button type="submit">{dialog.titles[kind]}</Button>
      </div>
    </form>
  )
}

/** Fills in a reason that was given before. */
function Reasons({actions}: {actions: AlarmActionsRef}) {
  return (
    <fieldset className={styles.reasons} aria-label={texts.dialog.recent}>
      {useReasons(actions).map(reason => (
        <Button
          key={reason}
          size="compact-xs"
          variant="default"
          onClick={() => actions.send({type: 'note.typed', note: reason})}
        >
          <bdi>{reason}</bdi>
        </Button>
      ))}
    </fieldset>
  )
}

/** The reasons that a user chooses from. */
export function useReasons(actions: AlarmActionsRef): readonly string[] {
  const recent = useSelector(actions, ({context}) => context.reasons)
  return offeredReasons(recent, Object.values(texts.dialog.usual))
}

function Until({actions}: {actions: AlarmActionsRef}) {
  const {zone} = useApplication()
  const until = useSelector(actions, ({context}) => context.until)
  const now = useSelector(actions, ({context}) => context.now)
  const kind = useSelector(actions, ({context}) => context.kind)
  const [isTime, setTime] = useState(false)
  const choose = (at: number | null) => actions.send({type: 'until.chosen', until: at})
  return (
    <fieldset className={styles.until}>
      <legend>{texts.dialog.until}</legend>
      {lengthsOf(kind).map(length => (
        <label key={length}>
          <input
            type="radio"
            name="until"
            checked={!isTime && until === now + length}
            onChange={() => {
              setTime(false)
              choose(now + length)
            }}
          />
          {texts.dialog.lengths[String(length)]}
        </label>
      ))}
      <label>
        <input
          type="radio"
          name="until"
          checked={isTime}
          onChange={() => {
            setTime(true)
            choose(null)
          }}
        />
        {texts.dialog.untilTime}
      </label>
      {isTime && (
        <MinuteField
          label={texts.dialog.untilTime}
          at={until}
          zone={zone}
          error={until !== null && until <= now ? texts.dialog.notLater : null}
          onChosen={choose}
        />
      )}
    </fieldset>
  )
}

/** The result of an action for each of the alarms. */
function Outcomes({batch}: {batch: AlarmActionBatchRef}) {
  const {formats} = useApplication()
  const items = useSelector(batch, ({context}) => context.items)
  const outcomes = useSelector(batch, ({context}) => context.outcomes)
  const {done, failed, left} = useSelector(batch, ({context}) => context.tally)
  const isGoing = useSelector(batch, s => s.matches({running: 'going'}))
  const isCancelling = useSelector(batch, s => s.matches({running: 'cancelling'}))
  const isRunning = isGoing || isCancelling
  return (
    <div className={styles.form}>
      <p role="status" className={styles.hint}>
        {isRunning
          ? texts.dialog.running(formats.exact(done + failed), formats.exact(items.length))
          : texts.dialog.finished(formats.exact(done), failed, left)}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <ul className={styles.outcomes} tabIndex={0}>
        {items.map(({id, deviceName, key}) => {
          const outcome = outcomes.get(id)
          const word = outcome === undefined ? (isRunning ? '…' : texts.dialog.notStarted) : texts.dialog.done
          return (
            <li
              key={id}
              data-outcome={outcome === undefined ? undefined : outcome.message === null ? 'done' : 'failed'}
            >
              <bdi>{texts.page.title(deviceName, key)}</bdi>
              <span>{outcome?.message ?? word}</span>
            </li>
          )
        })}
      </ul>
      <div className={styles.buttons}>
        {isRunning && (
          <Button variant="default" aria-disabled={isCancelling} onClick={() => batch.send({type: 'cancel.requested'})}>
            {isCancelling ? texts.dialog.stopping : texts.dialog.stop}
          </Button>
        )}
        {!isRunning && failed + left > 0 && (
          <Button variant="default" onClick={() => batch.send({type: 'retry.requested'})}>
            {texts.dialog.retry}
          </Button>
        )}
        {!isRunning && (
          <Button data-autofocus onClick={() => batch.send({type: 'dialog.closed'})}>
            {buttons.close}
          </Button>
        )}
      </div>
    </div>
  )
}
