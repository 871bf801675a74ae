import type {MouseEvent} from 'react'
import {useApplication} from '../kit/application'
import {texts} from '../texts'
import styles from './DemoAccounts.module.css'

/** Part of the form of the sign-in. A choice fills the fields and sends the form, as typing would. */
export function DemoAccounts({isBusy}: {isBusy: boolean}) {
  const {demo} = useApplication().config
  if (demo === undefined) return null

  function choose({currentTarget: {form}}: MouseEvent<HTMLButtonElement>, email: string, password: string) {
    if (form === null || isBusy) return
    fill(form, 'email', email)
    fill(form, 'password', password)
    form.requestSubmit()
  }

  return (
    <fieldset className={styles.accounts}>
      <legend>{texts.login.demo}</legend>
      <p>{texts.login.demoHint}</p>
      {demo.accounts.map(({email, authority}) => (
        <button
          key={email}
          type="button"
          className={styles.account}
          aria-disabled={isBusy}
          onClick={event => choose(event, email, demo.password)}
        >
          <span>{email}</span> <small>{texts.login.authorities[authority]}</small>
        </button>
      ))}
    </fieldset>
  )
}

function fill(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.value = value
}
