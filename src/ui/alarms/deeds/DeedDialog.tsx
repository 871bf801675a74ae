import {Button, Textarea} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type FormEvent, useState} from 'react'
import {ALARM_NOTE_LENGTH} from '../../../../contract/limits'
import {needsNote, SHELF_LENGTHS} from '../../../domain/alarms/deed'
import type {DeedsRef} from '../../../machines/alarms/deeds'
import {useApplication} from '../../kit/application'
import {buttons} from '../../kit/buttonTexts'
import {MinuteField} from '../../kit/MinuteField'
import {PlainDialog} from '../../kit/PlainDialog'
import {texts} from '../texts'
import styles from './DeedDialog.module.css'
import {Outcomes} from './Outcomes'

/** Asks for the words of a deed, and tells the outcomes. A deed without words shows itself only when it fails. */
export function DeedDialog({deeds}: {deeds: DeedsRef}) {
  const {formats} = useApplication()
  const isAsking = useSelector(deeds, s => s.matches('asking'))
  const kind = useSelector(deeds, ({context}) => context.kind)
  const alarms = useSelector(deeds, ({context}) => context.alarms)
  const batch = useSelector(deeds, ({children}) => children.batch)
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
      onClose={() => (batch ?? deeds).send({type: 'dialog.closed'})}
    >
      {batch === undefined ? <Words deeds={deeds} /> : <Outcomes batch={batch} />}
    </PlainDialog>
  )
}

function Words({deeds}: {deeds: DeedsRef}) {
  const kind = useSelector(deeds, ({context}) => context.kind)
  const note = useSelector(deeds, ({context}) => context.note)
  const canStart = useSelector(deeds, s => s.can({type: 'start.confirmed'}))
  const isReason = kind === 'shelve' || kind === 'leaveService'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    deeds.send({type: 'start.confirmed'})
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {isReason && <p className={styles.hint}>{texts.dialog.hints[kind]}</p>}
      {kind === 'shelve' && <Until deeds={deeds} />}
      <Textarea
        label={isReason ? texts.dialog.reason : needsNote(kind) ? texts.dialog.note : texts.dialog.noteOptional}
        required={needsNote(kind)}
        withAsterisk={false}
        maxLength={ALARM_NOTE_LENGTH}
        rows={3}
        data-autofocus
        value={note}
        onChange={({currentTarget}) => deeds.send({type: 'note.typed', note: currentTarget.value})}
      />
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => deeds.send({type: 'dialog.closed'})}>
          {buttons.cancel}
        </Button>
        <Button type="submit" disabled={!canStart}>
          {texts.dialog.confirm}
        </Button>
      </div>
    </form>
  )
}

function Until({deeds}: {deeds: DeedsRef}) {
  const {zone} = useApplication()
  const until = useSelector(deeds, ({context}) => context.until)
  const now = useSelector(deeds, ({context}) => context.now)
  const [isTime, setTime] = useState(false)
  const choose = (at: number | null) => deeds.send({type: 'until.chosen', until: at})
  return (
    <fieldset className={styles.until}>
      <legend>{texts.dialog.until}</legend>
      {SHELF_LENGTHS.map(length => (
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
