import {Button, Text} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import type {ComponentType} from 'react'
import {Link, useLocation} from 'react-router-dom'
import type {OwnEmail, OwnPassword} from '../../../domain/account/account'
import type {OwnSession} from '../../../domain/user'
import type {OwnSessionsRef} from '../../../machines/account/ownSessions'
import {useApplication} from '../../kit/application'
import {Failure} from '../../kit/form/Failure'
import {FormMessage} from '../../kit/form/FormMessage'
import {textOf} from '../../kit/form/fields'
import {RetryButton, useFailure} from '../../kit/loading/Retry'
import {PageHeader} from '../../kit/PageHeader'
import {Panel} from '../../kit/Panel'
import {requestedPage} from '../../kit/requestedPage'
import {TimeText} from '../../kit/text/TimeText'
import {texts as common} from '../../texts'
import {EmailField} from '../EmailField'
import {NewPasswordFields} from '../NewPasswordFields'
import {SubmissionForm} from '../SubmissionForm'
import {texts as account} from '../texts'
import {CurrentPassword} from './CurrentPassword'
import type {SectionProps} from './logic'
import {PushSection} from './PushSection'
import {SecondFactorSection} from './SecondFactorSection'
import styles from './SecurityPage.module.css'
import {texts} from './texts'

/** The security of a user's own account, for every authority. */
export function SecurityPage({logic}: SectionProps) {
  const {session} = useApplication()
  const email = useSelector(session, ({context}) => context.user?.email ?? '')
  const isNeeding = useSelector(session, ({context}) => context.user?.needsSecondFactor === true)
  const requested = requestedPage(useLocation().state)
  const shown = SECTIONS.filter(({isEarly}) => isEarly || !isNeeding)
  return (
    <div className={styles.screen}>
      <PageHeader title={common.navigation.security} />
      <p className={styles.quiet}>{texts.signedInAs(email)}</p>
      {isNeeding && (
        <div className={styles.need}>
          <div role="status">
            <strong>{texts.needed}</strong>
            <p className={styles.text}>{texts.neededHint}</p>
          </div>
          <Button component={Link} to="/logout" replace variant="default">
            {common.navigation.logOut}
          </Button>
        </div>
      )}
      {!isNeeding && requested !== null && (
        <div className={styles.need}>
          <p role="status" className={styles.text}>
            {texts.secured}
          </p>
          <Button component={Link} to={requested}>
            {texts.goOn}
          </Button>
        </div>
      )}
      <div className={styles.sections}>
        {shown.map(({name, Section}) => (
          <Section key={name} logic={logic} />
        ))}
      </div>
    </div>
  )
}

const SECTIONS: readonly {
  name: string
  Section: ComponentType<SectionProps>
  /** Whether it is there for those who need a second factor first. */
  isEarly?: true
}[] = [
  {name: 'ownPassword', Section: PasswordSection},
  {name: 'ownEmail', Section: EmailSection},
  {name: 'secondFactor', Section: SecondFactorSection, isEarly: true},
  {name: 'push', Section: PushSection},
  {name: 'ownSessions', Section: SessionsSection},
]

function EmailSection({logic}: SectionProps) {
  return (
    <Panel title={texts.email.heading}>
      <div className={styles.form}>
        <SubmissionForm logic={logic.email} texts={texts.email} valuesOf={emailOf}>
          {problems => (
            <>
              <Text size="sm">{texts.email.lead}</Text>
              <EmailField label={texts.email.field} problem={problems.email} autoFocus={false} />
              <CurrentPassword problem={problems.currentPassword} />
            </>
          )}
        </SubmissionForm>
      </div>
    </Panel>
  )
}

const emailOf = (fields: FormData): OwnEmail => ({
  currentPassword: textOf(fields, 'currentPassword'),
  email: textOf(fields, 'email'),
})

function PasswordSection({logic}: SectionProps) {
  const {session} = useApplication()
  const email = useSelector(session, ({context}) => context.user?.email ?? '')
  return (
    <Panel title={texts.password.heading}>
      <div className={styles.form}>
        <SubmissionForm logic={logic.password} texts={texts.password} valuesOf={passwordOf}>
          {problems => (
            <>
              {/* Password managers store the new password with this name. */}
              <input type="text" autoComplete="username" value={email} readOnly hidden />
              <CurrentPassword problem={problems.currentPassword} />
              <NewPasswordFields texts={account.newPassword} problems={problems} />
            </>
          )}
        </SubmissionForm>
      </div>
    </Panel>
  )
}

const passwordOf = (fields: FormData): OwnPassword => ({
  currentPassword: textOf(fields, 'currentPassword'),
  password: textOf(fields, 'password'),
  confirmation: textOf(fields, 'confirmation'),
})

/** The user's sessions. */
function SessionsSection({logic}: SectionProps) {
  const sessions = useActorRef(logic.sessions)
  const isLoading = useSelector(sessions, snapshot => snapshot.matches('loading'))
  const {isFailed, isRetrying} = useFailure(sessions)
  const listed = useSelector(sessions, ({context}) => context.sessions)
  const done = useSelector(sessions, ({context}) => context.done)
  return (
    <Panel title={texts.sessions.heading}>
      <div className={styles.stack}>
        <Failure machine={sessions} />
        {isFailed && <RetryButton isBusy={isRetrying} onClick={() => sessions.send({type: 'retry.requested'})} />}
        {isLoading && !isFailed && <p role="status">{texts.loading}</p>}
        {done !== null && <FormMessage kind="done" message={done} />}
        <ul className={styles.sessions} aria-label={texts.sessions.heading}>
          {listed.map(session => (
            <Session key={session.id} sessions={sessions} session={session} />
          ))}
        </ul>
        {listed.length > 1 && (
          <div>
            <End sessions={sessions} ended="others" label={texts.sessions.endOthers} />
          </div>
        )}
      </div>
    </Panel>
  )
}

function Session({sessions, session}: {sessions: OwnSessionsRef; session: OwnSession}) {
  const {id, isCurrent, address, startedAt, lastUsedAt} = session
  const name = nameOf(session)
  return (
    <li className={styles.row}>
      <div>
        <div className={styles.name}>
          <bdi>{name}</bdi>
          {isCurrent && <span className={styles.current}>{texts.sessions.current}</span>}
        </div>
        <p className={styles.quiet}>
          {address !== null && <span>{texts.sessions.from(address)} </span>}
          <span>
            {texts.sessions.since} <TimeText at={startedAt} />
          </span>
          {lastUsedAt !== null && (
            <span>
              {' '}
              {texts.sessions.lastUsed} <TimeText at={lastUsedAt} />
            </span>
          )}
        </p>
      </div>
      {!isCurrent && <End sessions={sessions} ended={id} label={texts.sessions.end} what={name} />}
    </li>
  )
}

interface EndProps {
  sessions: OwnSessionsRef
  ended: string
  label: string
  /** Names the session for screen readers that read the button alone. */
  what?: string
}

function End({sessions, ended, label, what}: EndProps) {
  const isEnding = useSelector(sessions, snapshot => snapshot.matches('ending') && snapshot.context.ended === ended)
  const text = isEnding ? texts.sessions.ending : label
  return (
    <Button
      variant="default"
      aria-label={what === undefined ? undefined : `${text}: ${what}`}
      aria-busy={isEnding}
      onClick={() => sessions.send({type: 'end.requested', ended})}
    >
      {text}
    </Button>
  )
}

function nameOf({browser, system}: OwnSession): string {
  if (browser !== null && system !== null) return texts.sessions.browserOn(browser, system)
  return browser ?? system ?? texts.sessions.unknown
}
