import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import type {SecondFactorAction} from '../../../domain/account/secondFactor'
import type {SecondFactorRef} from '../../../machines/account/secondFactor'
import {Failure} from '../../kit/form/Failure'
import {FormMessage} from '../../kit/form/FormMessage'
import {RetryButton, useTried} from '../../kit/loading/Retry'
import {Panel} from '../../kit/Panel'
import {ConfirmApp} from './ConfirmApp'
import {ConfirmPasskey} from './ConfirmPasskey'
import {KeepCodes} from './KeepCodes'
import type {SectionProps} from './logic'
import {ProveOwner} from './ProveOwner'
import styles from './SecurityPage.module.css'
import {texts} from './texts'

/** The factors of a sign-in besides the password: each kind has a row, and a running change is beneath. */
export function SecondFactorSection({logic}: SectionProps) {
  const factor = useActorRef(logic.secondFactor)
  const place = useSelector(factor, placeOf)
  const {isFailed, isRetrying} = useTried(place === 'failed', place === 'loading')
  const isPasskey = useSelector(factor, ({context}) => context.passkeyOffer !== null)
  return (
    <Panel title={texts.secondFactor.heading}>
      <div className={styles.stack}>
        {isFailed && <Failure of={factor} />}
        {isFailed && <RetryButton isBusy={isRetrying} onClick={() => factor.send({type: 'retry.requested'})} />}
        {place === 'loading' && !isFailed && <p role="status">{texts.loading}</p>}
        {place === 'shown' && <Shown factor={factor} />}
        {place === 'proving' && <ProveOwner factor={factor} />}
        {place === 'confirming' && (isPasskey ? <ConfirmPasskey factor={factor} /> : <ConfirmApp factor={factor} />)}
        {place === 'keeping' && <KeepCodes factor={factor} />}
      </div>
    </Panel>
  )
}

type Place = 'loading' | 'failed' | 'shown' | 'proving' | 'confirming' | 'keeping'

function placeOf(snapshot: ReturnType<SecondFactorRef['getSnapshot']>): Place {
  for (const place of ['loading', 'failed', 'proving', 'confirming', 'keeping'] as const) {
    if (snapshot.matches(place)) return place
  }
  return 'shown'
}

function Shown({factor}: {factor: SecondFactorRef}) {
  const state = useSelector(factor, ({context}) => context.factor)
  const done = useSelector(factor, ({context}) => context.done)
  if (state === null) return null
  const {isOn, hasApp, passkeys, recoveryCodesLeft} = state
  return (
    <>
      <Failure of={factor} />
      {done !== null && <FormMessage kind="done" message={done} />}
      <p className={styles.text}>{isOn ? texts.secondFactor.isOn : texts.secondFactor.isOff}</p>
      <div className={styles.row}>
        <span>{hasApp ? texts.secondFactor.hasApp : texts.secondFactor.app}</span>
        {!hasApp && <Action factor={factor} action="addApp" />}
        {hasApp && passkeys.length > 0 && <Action factor={factor} action="removeApp" />}
      </div>
      {passkeys.map(({id, name}) => (
        <div key={id} className={styles.row}>
          <span>{texts.secondFactor.passkey(name)}</span>
          {(hasApp || passkeys.length > 1) && (
            <Action factor={factor} action="removePasskey" passkeyId={id} what={name} />
          )}
        </div>
      ))}
      <div className={styles.row}>
        <span>{texts.secondFactor.passkeys}</span>
        <Action factor={factor} action="addPasskey" />
      </div>
      {isOn && (
        <div className={styles.row}>
          <span>{texts.secondFactor.codesLeft(recoveryCodesLeft)}</span>
          <Action factor={factor} action="renewCodes" />
        </div>
      )}
      {isOn && (
        <div>
          <Action factor={factor} action="switchOff" />
        </div>
      )}
    </>
  )
}

interface ActionProps {
  factor: SecondFactorRef
  action: SecondFactorAction
  passkeyId?: string
  /** Names the passkey for screen readers that read the button alone. */
  what?: string
}

function Action({factor, action, passkeyId, what}: ActionProps) {
  const {ask} = texts.secondFactor.actions[action]
  return (
    <Button
      variant="default"
      aria-label={what === undefined ? undefined : `${ask}: ${what}`}
      onClick={() => factor.send({type: 'action.requested', action, ...(passkeyId !== undefined && {passkeyId})})}
    >
      {ask}
    </Button>
  )
}
