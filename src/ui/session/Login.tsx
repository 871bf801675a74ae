import {Alert, Button, PasswordInput, Text, TextInput, Title} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type FormEvent, useRef} from 'react'
import {Navigate, type Path, useLocation} from 'react-router-dom'
import {EMAIL_LENGTH, PASSWORD_LENGTH, TITLE} from '../../../contract/limits'
import {useApplication} from '../application'
import {NoticePage} from '../Notice'
import {Logo} from '../shell/Logo'
import {texts} from '../texts'
import styles from './Login.module.css'

/** Leads on to the page that was wanted, else to the start page. */
export function Login() {
  const {session} = useApplication()
  const {state} = useLocation()
  const isUnknown = useSelector(session, snapshot => snapshot.matches('unknown'))
  const isSignedIn = useSelector(session, snapshot => snapshot.matches('signedIn'))
  if (isUnknown) return <NoticePage kind="waiting" heading={texts.loading} />
  if (isSignedIn) return <Navigate to={wantedPage(state) ?? '/'} replace />
  return (
    <main className={styles.page}>
      <title>{`${texts.login.heading} · ${TITLE}`}</title>
      <div className={styles.panel}>
        <div className={styles.brand}>
          <Logo />
          <span>{TITLE}</span>
        </div>
        <Text c="dimmed" size="sm" mb="lg">
          {texts.login.claim}
        </Text>
        <Title order={1} size="h3" mb="sm">
          {texts.login.heading}
        </Title>
        <LoginForm />
      </div>
    </main>
  )
}

/** Its fields are the browser's own: what was typed outlives every failure, and password managers know them. */
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
        <Alert
          key={attempts}
          variant="light"
          color={attempts === 0 ? 'gray' : 'red'}
          className={styles.alert}
          icon={<Mark />}
          ref={shown => {
            if (shown === null || attempts === 0) return
            password.current?.focus()
            password.current?.select()
          }}
        >
          {message}
          {hint !== null && <div>{hint}</div>}
        </Alert>
      )}
      <TextInput
        name="email"
        type="email"
        label={texts.login.email}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={EMAIL_LENGTH}
        required
        withAsterisk={false}
        autoFocus
      />
      <PasswordInput
        ref={password}
        name="password"
        label={texts.login.password}
        autoComplete="current-password"
        maxLength={PASSWORD_LENGTH}
        required
        withAsterisk={false}
      />
      <Button type="submit" fullWidth mt="xs" aria-disabled={isBusy} aria-busy={isBusy}>
        {isSubmitting ? texts.login.submitting : isLeaving ? texts.login.leaving : texts.login.submit}
      </Button>
    </form>
  )
}

function Mark() {
  return (
    <svg viewBox="0 0 16 16" className={styles.mark} aria-hidden="true">
      <path d="M8 1.5l7 12.5H1zM8 6v4M8 11.6v.6" />
    </svg>
  )
}

function textOf(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

/** The router keeps whatever it is given, also over a reload. */
function wantedPage(state: unknown): Partial<Path> | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null
  const {from} = state
  if (typeof from !== 'object' || from === null || !('pathname' in from) || typeof from.pathname !== 'string')
    return null
  const search = 'search' in from && typeof from.search === 'string' ? from.search : ''
  return {pathname: from.pathname, search}
}
