import {useActorRef, useSelector} from '@xstate/react'
import {useMemo} from 'react'
import type {WhomStep} from '../../../domain/alarms/onCall'
import {useApplication} from '../../kit/application'
import {Panel} from '../../kit/Panel'
import {useAlarms} from '../logic'
import styles from './OnCall.module.css'
import {texts} from './texts'

interface Props {
  alarmId: string
  /** Whether it is a part of a card and no panel of its own. */
  isInCard?: boolean
}

/** The people who would be notified of an alarm now, for viewers who may know: admins of its organisation. */
export function CalledNow({alarmId, isInCard = false}: Props) {
  const {session} = useApplication()
  const {isReplay} = useAlarms().logic
  const authority = useSelector(session, ({context}) => context.user?.authority)
  const mayKnow = authority === 'SYS_ADMIN' || authority === 'ORGANISATION_ADMIN'
  return mayKnow && !isReplay ? <Steps alarmId={alarmId} isInCard={isInCard} /> : null
}

function Steps({alarmId, isInCard}: Required<Props>) {
  const {formats} = useApplication()
  const {whomOf} = useAlarms().logic
  const logic = useMemo(() => whomOf(alarmId), [whomOf, alarmId])
  const steps = useSelector(useActorRef(logic), ({context}) => context.loaded ?? [])
  if (steps.length === 0) return null
  const list = (
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
  if (!isInCard) return <Panel title={texts.called}>{list}</Panel>
  return (
    <section className={styles.inCard}>
      <h4>{texts.called}</h4>
      {list}
    </section>
  )
}

function namesOf({recipients, unmanned}: WhomStep): string {
  const missing = unmanned.length === 0 ? [] : [texts.unmanned(unmanned.join(', '))]
  return [...(recipients.length === 0 ? [texts.nobody] : recipients), ...missing].join(', ')
}
