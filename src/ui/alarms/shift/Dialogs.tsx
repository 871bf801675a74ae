import {NativeSelect, Textarea, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {HAND_OVER_NOTE_LENGTH, SHIFT_MAIL_ADDRESSES} from '../../../../contract/limits'
import type {MailProblem, Successor} from '../../../domain/alarms/shift'
import type {ShiftRef} from '../../../machines/alarms/shift'
import {useApplication} from '../../kit/application'
import {DraftForm, FormDialog} from '../../kit/dialog/FormDialog'
import {fieldOf, useForm} from '../../kit/form/fields'
import {buttons} from '../../kit/text/texts'
import styles from './Shift.module.css'
import {texts} from './texts'

const NOBODY: readonly Successor[] = []

/** Asks who takes over, and for the note. When somebody else was first, the note goes to that hand-over. */
export function HandOverDialog({shift}: {shift: ShiftRef}) {
  const isOpen = useSelector(shift, s => s.hasTag('handOver'))
  return (
    <FormDialog machine={shift} isOpen={isOpen} title={texts.dialog.title} size="lg">
      <HandOverForm shift={shift} />
    </FormDialog>
  )
}

function HandOverForm({shift}: {shift: ShiftRef}) {
  const {formats} = useApplication()
  const form = useForm(shift)
  const taken = useSelector(shift, ({context}) => context.taken)
  const successors = useSelector(shift, ({context}) => context.answer?.shift.successors ?? NOBODY)
  const {note} = form.draft
  const adding = {idle: note.trim() === '' ? buttons.close : texts.dialog.add, busy: texts.dialog.adding}
  const save = taken === null ? {idle: texts.dialog.confirm, busy: texts.dialog.confirming} : adding
  return (
    <DraftForm machine={shift} save={save}>
      {taken === null ? (
        <NativeSelect
          label={texts.dialog.to}
          value={form.draft.to}
          disabled={form.isBusy}
          onChange={({currentTarget}) => form.change({to: currentTarget.value})}
          data={[
            {value: '', label: texts.dialog.nobody},
            ...successors.map(({id, name, onCall}) => ({
              value: id,
              label: onCall === null ? name : `${name} · ${texts.dialog.onCall[onCall]}`,
            })),
          ]}
        />
      ) : (
        <div role="alert" className={styles.taken}>
          <p>{texts.dialog.taken(taken.by, formats.time(taken.at, 'minute'))}</p>
          <p>{texts.dialog.takenHint}</p>
        </div>
      )}
      <Textarea
        {...fieldOf(form, 'note')}
        label={texts.dialog.note}
        description={texts.dialog.noteHint}
        autosize
        minRows={5}
        maxRows={16}
        error={
          form.problems.note && texts.dialog.tooLong(formats.exact(note.length), formats.exact(HAND_OVER_NOTE_LENGTH))
        }
        data-autofocus
      />
    </DraftForm>
  )
}

/** Asks for the addresses of the mail. */
export function MailDialog({shift}: {shift: ShiftRef}) {
  const isOpen = useSelector(shift, s => s.hasTag('mail'))
  return (
    <FormDialog machine={shift} isOpen={isOpen} title={texts.mail.title}>
      <MailForm shift={shift} />
    </FormDialog>
  )
}

function MailForm({shift}: {shift: ShiftRef}) {
  const form = useForm(shift)
  const problem = form.problems.addresses
  return (
    <DraftForm machine={shift} save={{idle: texts.mail.confirm, busy: texts.mail.confirming}}>
      <TextInput
        {...fieldOf(form, 'addresses')}
        label={texts.mail.addresses}
        description={texts.mail.hint}
        inputMode="email"
        error={problem && problemText(problem)}
        data-autofocus
      />
    </DraftForm>
  )
}

function problemText(problem: MailProblem): string {
  if (typeof problem === 'object') return texts.mail.wrong(problem.wrong)
  return problem === 'none' ? texts.mail.none : texts.mail.tooMany(String(SHIFT_MAIL_ADDRESSES))
}
