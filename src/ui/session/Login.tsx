import {Button, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type FormEvent, type MouseEvent, useRef} from 'react'
import {Navigate, useLocation} from 'react-router-dom'
import {EMAIL_LENGTH, PASSWORD_LENGTH} from '../../../contract/limits'
import {mayOpen} from '../../domain/landing'
import {AccountLinks} from '../account/AccountLinks'
import {AccountHeading} from '../account/AccountPage'
import {PasswordField} from '../account/PasswordField'
import {useApplication} from '../kit/application'
import styles from '../kit/form/Form.module.css'
import {FormMessage} from '../kit/form/FormMessage'
import {textOf} from '../kit/form/fields'
import {LazyPart, QuietPart} from '../kit/loading/LazyPart'
import {Notice} from '../kit/loading/Notice'
import {requestedPage} from '../kit/requestedPage'
import {texts} from '../texts'
import demoAccountsStyles from './DemoAccounts.module.css'

/** Goes on to the requested page if this user may open it, and otherwise to the start page. */
export function Login() {
  const {session, screens} = useApplication()
  const {state} = useLocation()
  const isUnknown = useSelector(session, snapshot => snapshot.matches('unknown'))
  const isSignedIn = useSelector(session, snapshot => snapshot.matches('signedIn'))
  const isAskedForMore = useSelector(session, ({context}) => context.secondStep !== null)
  const authority = useSelector(session, ({context}) => context.user?.authority ?? '')
  if (isUnknown) return <Notice kind="waiting" heading={texts.loading} />
  const requested = requestedPage(state)
  if (isSignedIn)
    return <Navigate to={requested !== null && mayOpen(requested.pathname, authority) ? requested : '/'} replace />
  if (isAskedForMore) return <LazyPart load={secondStep}>{SecondStep => <SecondStep />}</LazyPart>
  return (
    <>
      <AccountHeading>{texts.login.heading}</AccountHeading>
      <LoginForm />
      <AccountLinks
        links={[
          ['/register', texts.login.register],
          ['/passwordReset', texts.login.passwordReset],
        ]}
        onLeave={() => session.send({type: 'signIn.abandoned'})}
      />
      <QuietPart load={screens.serverHealth} />
    </>
  )
}

const secondStep = async () => (await import('./SecondStep')).SecondStep

/**
 * The browser holds the input of the fields, so it outlives every failure and password managers know the fields. The
 * email is not of the type email, because browsers rewrite or refuse addresses with umlauts in such fields.
 */
function LoginForm() {
  const {session} = useApplication()
  const password = useRef<HTMLInputElement>(null)
  const isSubmitting = useSelector(session, snapshot => snapshot.matches({signedOut: 'submitting'}))
  const isLeaving = useSelector(session, snapshot => snapshot.matches({signedOut: 'leaving'}))
  const message = useSelector(session, ({context}) => context.message)
  const hint = useSelector(session, ({context}) => context.hint)
  const attempts = useSelector(session, ({context}) => context.attempts)
  const isBusy = isSubmitting || isLeaving

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    session.send({type: 'signIn.submitted', email: textOf(fields, 'email'), password: textOf(fields, 'password')})
  }

  return (
    <form onSubmit={submit} className={styles.form} aria-label={texts.login.heading}>
      {message !== null && (
        <FormMessage
          key={attempts}
          kind={attempts === 0 ? 'noted' : 'failed'}
          message={message}
          hint={hint}
          ref={shown => {
            if (shown === null || attempts === 0) return
            password.current?.focus()
            password.current?.select()
          }}
        />
      )}
      <TextInput
        name="email"
        inputMode="email"
        label={texts.login.email}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={EMAIL_LENGTH}
        required
        withAsterisk={false}
        autoFocus
      />
      <PasswordField
        ref={password}
        name="password"
        label={texts.login.password}
        autoComplete="current-password"
        maxLength={PASSWORD_LENGTH}
      />
      <Button type="submit" fullWidth mt="xs" aria-disabled={isBusy} aria-busy={isBusy}>
        {isSubmitting ? texts.login.submitting : isLeaving ? texts.login.leaving : texts.login.submit}
      </Button>
      <DemoAccounts isBusy={isBusy} />
    </form>
  )
}

/** Part of the form of the sign-in. A choice fills the fields and sends the form, as typing would. */
function DemoAccounts({isBusy}: {isBusy: boolean}) {
  const {demo} = useApplication().config
  if (demo === undefined) return null

  function choose({currentTarget: {form}}: MouseEvent<HTMLButtonElement>, email: string, password: string) {
    if (form === null || isBusy) return
    fill(form, 'email', email)
    fill(form, 'password', password)
    form.requestSubmit()
  }

  return (
    <fieldset className={demoAccountsStyles.accounts}>
      <legend>{texts.login.demo}</legend>
      <p>{texts.login.demoHint}</p>
      {demo.accounts.map(({email, authority}) => (
        <button
          key={email}
          type="button"
          className={demoAccountsStyles.account}
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
