import {useSelector} from '@xstate/react'
import type {FormEvent} from 'react'
import type {SecondFactorRef} from '../../../machines/account/secondFactor'
import {Failure} from '../../kit/form/Failure'
import form from '../../kit/form/Form.module.css'
import {textOf} from '../../kit/form/fields'
import {ActionButtons} from './ActionButtons'
import {CurrentPassword} from './CurrentPassword'
import styles from './SecurityPage.module.css'
import {texts} from './texts'

/** Asks for the present password before a change. */
export function ProveOwner({factor}: {factor: SecondFactorRef}) {
  const action = useSelector(factor, ({context}) => context.action)
  const isSending = useSelector(factor, snapshot => snapshot.matches({proving: 'sending'}))
  if (action === null) return null
  const {ask, lead} = texts.secondFactor.actions[action]

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    factor.send({
      type: 'password.submitted',
      currentPassword: textOf(new FormData(event.currentTarget), 'currentPassword'),
    })
  }

  return (
    <form onSubmit={submit} className={`${form.form} ${styles.form}`} aria-label={ask}>
      <p className={styles.text}>{lead}</p>
      <Failure of={factor} />
      <CurrentPassword problem={undefined} autoFocus />
      <ActionButtons {...{factor, isSending}} submit={ask} />
    </form>
  )
}
