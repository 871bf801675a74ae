import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import type {OwnSession} from '../../../domain/user'
import type {OwnSessionsRef} from '../../../machines/account/ownSessions'
import {Failure} from '../../kit/form/Failure'
import {FormMessage} from '../../kit/form/FormMessage'
import {RetryButton, useFailure} from '../../kit/loading/Retry'
import {Panel} from '../../kit/Panel'
import {TimeText} from '../../kit/text/TimeText'
import type {SectionProps} from './logic'
import styles from './SecurityPage.module.css'
import {texts} from './texts'

/** The user's sessions. */
export function SessionsSection({logic}: SectionProps) {
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
