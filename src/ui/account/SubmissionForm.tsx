import {Button, Text} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import type {FormEvent, ReactNode} from 'react'
import type {Problems} from '../../domain/account/account'
import type {SubmissionLogic} from '../../machines/submission'
import styles from '../kit/form/Form.module.css'
import {FormMessage} from '../kit/form/FormMessage'
import {focusFirst} from '../kit/form/fields'
import {NoticeButton} from '../kit/loading/Notice'
import {AccountHeading} from './AccountPage'

interface SubmissionFormProps<Values> {
  logic: SubmissionLogic<Values>
  texts: {heading: string; submit: string; submitting: string} & Partial<Record<'repeat' | 'missing', string>>
  valuesOf: (fields: FormData) => Values
  /** The name of each field must be that of its value. */
  children: (problems: Problems<Values>, sent: Values | null) => ReactNode
}

/** The browser holds the input, so it outlives every failure. A form that is done shows only its message. */
export function SubmissionForm<Values>({logic, texts, valuesOf, children}: SubmissionFormProps<Values>) {
  const submission = useActorRef(logic)
  const isSubmitting = useSelector(submission, snapshot => snapshot.matches('submitting'))
  const isRepeating = useSelector(submission, snapshot => snapshot.matches('repeating'))
  const isDone = useSelector(submission, snapshot => snapshot.matches('done')) || isRepeating
  const problems = useSelector(submission, ({context}) => context.problems)
  const message = useSelector(submission, ({context}) => context.message)
  const hint = useSelector(submission, ({context}) => context.hint)
  const sent = useSelector(submission, ({context}) => context.sent)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    submission.send({type: 'form.submitted', values: valuesOf(new FormData(event.currentTarget))})
    focusFirst(event.currentTarget, Object.keys(submission.getSnapshot().context.problems))
  }

  return (
    <>
      {isDone && message !== null ? (
        <div className={styles.form}>
          <FormMessage kind="done" message={message} hint={hint} />
          {sent !== null && (
            <>
              <Text size="sm" c="dimmed">
                {texts.missing}
              </Text>
              <NoticeButton isBusy={isRepeating} onClick={() => submission.send({type: 'repeat.requested'})}>
                {isRepeating ? texts.submitting : texts.repeat}
              </NoticeButton>
            </>
          )}
        </div>
      ) : (
        <form onSubmit={submit} className={styles.form} aria-label={texts.heading} noValidate>
          {message !== null && <FormMessage kind="failed" message={message} hint={hint} ref={focusFirstField} />}
          {children(problems, sent)}
          <Button type="submit" fullWidth mt="xs" aria-disabled={isSubmitting} aria-busy={isSubmitting}>
            {isSubmitting ? texts.submitting : texts.submit}
          </Button>
        </form>
      )}
    </>
  )
}

const focusFirstField = (message: HTMLElement | null) => message?.closest('form')?.querySelector('input')?.focus()

/** A page of its own that consists of a form. */
export function AccountForm<Values>(props: SubmissionFormProps<Values>) {
  return (
    <>
      <AccountHeading>{props.texts.heading}</AccountHeading>
      <SubmissionForm {...props} />
    </>
  )
}
