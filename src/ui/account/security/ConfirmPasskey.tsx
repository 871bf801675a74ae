import {TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {FormEvent} from 'react'
import {PASSKEY_NAME_LENGTH} from '../../../../contract/limits'
import type {SecondFactorRef} from '../../../machines/account/secondFactor'
import {Failure} from '../../kit/form/Failure'
import form from '../../kit/form/Form.module.css'
import {textOf} from '../../kit/form/fields'
import {ActionButtons} from './ActionButtons'
import styles from './SecurityPage.module.css'
import {texts} from './texts'

/** Asks for the name of a passkey, and lets the browser make it. */
export function ConfirmPasskey({factor}: {factor: SecondFactorRef}) {
  const isSending = useSelector(factor, snapshot => snapshot.matches({confirming: 'sending'}))

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    factor.send({type: 'name.submitted', name: textOf(new FormData(event.currentTarget), 'name')})
  }

  return (
    <form
      onSubmit={submit}
      className={`${form.form} ${styles.form}`}
      aria-label={texts.secondFactor.actions.addPasskey.ask}
    >
      <p className={styles.text}>{texts.secondFactor.namePasskey}</p>
      <Failure of={factor} />
      <TextInput
        name="name"
        label={texts.secondFactor.passkeyName}
        maxLength={PASSKEY_NAME_LENGTH}
        required
        withAsterisk={false}
        autoFocus
      />
      <ActionButtons
        {...{factor, isSending}}
        submit={texts.secondFactor.makePasskey}
        sending={texts.secondFactor.waitingForBrowser}
      />
    </form>
  )
}
