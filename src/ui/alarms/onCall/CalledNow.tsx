import {useActorRef, useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import type {EpochMs} from '../../../../contract/wire/common'
import type {Notified, Whom, WhomStep} from '../../../domain/alarms/onCall'
import type {Formats} from '../../../domain/format/formats'
import {useApplication} from '../../kit/application'
import {RetryButton, useResource} from '../../kit/loading/Retry'
import {Panel} from '../../kit/Panel'
import {channelNames} from '../../kit/text/texts'
import {useAlarms} from '../logic'
import styles from './OnCall.module.css'
import {texts} from './texts'

interface Props {
  alarmId: string
  /** Whether it is a part of a card and no panel of its own. */
  isInCard?: boolean
}

/** The people who would be notified of an alarm now, and who were, for viewers who may know: admins of its organisation. */
export function CalledNow({alarmId, isInCard = false}: Props) {
  const {session} = useApplication()
  const {isReplay} = useAlarms().logic
  const authority = useSelector(session, ({context}) => context.user?.authority)
  const mayKnow = authority === 'SYS_ADMIN' || authority === 'ORGANISATION_ADMIN'
  return mayKnow && !isReplay ? <Recipients key={alarmId} alarmId={alarmId} isInCard={isInCard} /> : null
}

function Recipients({alarmId, isInCard}: Required<Props>) {
  const {whom: logic} = useAlarms().logic
  const whom = useActorRef(logic, {input: {alarmId}})
  const found = useSelector(whom, ({context}) => context.value)
  const message = useSelector(whom, ({context}) => context.message)
  const {isFailed, isRetrying} = useResource(whom)
  if (!isFailed && (found === null || isNobody(found))) return null
  const parts = (
    <>
      {found !== null && <Steps steps={found.steps} />}
      {found !== null && <WereNotified notified={found.notified} />}
      {isFailed && (
        <p role="alert">
          {message}{' '}
          <RetryButton size="compact-xs" isBusy={isRetrying} onClick={() => whom.send({type: 'retry.requested'})} />
        </p>
      )}
    </>
  )
  return <Frame isInCard={isInCard}>{parts}</Frame>
}

const isNobody = ({steps, notified}: Whom): boolean => steps.length === 0 && notified.length === 0

function Frame({isInCard, children}: {isInCard: boolean; children: ReactNode}) {
  if (!isInCard) return <Panel title={texts.called}>{children}</Panel>
  return (
    <section className={styles.inCard}>
      <h4>{texts.called}</h4>
      {children}
    </section>
  )
}

function Steps({steps}: {steps: readonly WhomStep[]}) {
  const {formats} = useApplication()
  return (
    <ul className={styles.list}>
      {steps.map(step => (
        <li key={`${step.route} ${step.afterMinutes}`} dir="auto">
          {step.afterMinutes === 0
            ? texts.step(step.route, namesOf(step))
            : texts.later(step.route, formats.exact(step.afterMinutes), namesOf(step))}
        </li>
      ))}
    </ul>
  )
}

function namesOf({recipients, unmanned}: WhomStep): string {
  const missing = unmanned.length === 0 ? [] : [texts.unmanned(unmanned.join(', '))]
  return [...(recipients.length === 0 ? [texts.nobody] : recipients), ...missing].join(', ')
}

/** The channels that were notified in one line, which says of each whether it was reached. */
function WereNotified({notified}: {notified: readonly Notified[]}) {
  const {formats} = useApplication()
  const now = useAlarms().logic.now()
  if (notified.length === 0) return null
  return <p dir="auto">{texts.notified(notified.map(found => notifiedText(found, formats, now)).join(', '))}</p>
}

function notifiedText({kind, address, name, route, at, state}: Notified, formats: Formats, now: EpochMs): string {
  const recipient = name ?? (kind === 'email' ? address : route)
  const channel = kind === 'push' ? texts.push : channelNames[kind]
  return texts.reached[state](texts.by(recipient, channel), formats.recent(at, now))
}
