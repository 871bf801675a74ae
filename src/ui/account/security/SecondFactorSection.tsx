import {Button, TextInput} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import type {FormEvent} from 'react'
import {PASSKEY_NAME_LENGTH, SECOND_FACTOR_CODE_LENGTH} from '../../../../contract/limits'
import type {SecondFactorAction} from '../../../domain/account/secondFactor'
import type {SecondFactorRef} from '../../../machines/account/secondFactor'
import {Failure} from '../../kit/form/Failure'
import form from '../../kit/form/Form.module.css'
import {FormMessage} from '../../kit/form/FormMessage'
import {textOf} from '../../kit/form/fields'
import {LazyPart} from '../../kit/loading/LazyPart'
import {RetryButton, useTried} from '../../kit/loading/Retry'
import {IconDownload} from '../../kit/mark/icons'
import {Panel} from '../../kit/Panel'
import {CopyButton} from '../../kit/text/CopyButton'
import {download} from '../../kit/text/download'
import {buttons} from '../../kit/text/texts'
import {CurrentPassword} from './CurrentPassword'
import type {SectionProps} from './logic'
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
        {isFailed && <Failure machine={factor} />}
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
      <Failure machine={factor} />
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

/** Hands the app its secret, and asks for a code that shows that it has it. */
function ConfirmApp({factor}: {factor: SecondFactorRef}) {
  const offer = useSelector(factor, ({context}) => context.offer)
  const isSending = useSelector(factor, snapshot => snapshot.matches({confirming: 'sending'}))
  if (offer === null) return null

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    factor.send({type: 'code.submitted', code: textOf(new FormData(event.currentTarget), 'code')})
  }

  return (
    <form
      onSubmit={submit}
      className={`${form.form} ${styles.form}`}
      aria-label={texts.secondFactor.actions.addApp.ask}
    >
      <p className={styles.text}>{texts.secondFactor.scan}</p>
      <LazyPart load={qrCode} waiting={<p role="status">{texts.loading}</p>}>
        {QrCode => <QrCode value={offer.uri} label={texts.secondFactor.qrCode} />}
      </LazyPart>
      <p className={styles.text}>{texts.secondFactor.orType}</p>
      <div className={styles.secret}>
        <code>{grouped(offer.secret)}</code>
        <CopyButton what={texts.secondFactor.secret} value={offer.secret} />
      </div>
      <Failure machine={factor} />
      <TextInput
        name="code"
        label={texts.secondFactor.code}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={SECOND_FACTOR_CODE_LENGTH}
        required
        withAsterisk={false}
      />
      <ActionButtons factor={factor} isSending={isSending} submit={texts.secondFactor.confirm} />
    </form>
  )
}

const qrCode = async () => (await import('../../kit/mark/QrCode')).QrCode

const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''

/** Asks for the name of a passkey, and lets the browser make it. */
function ConfirmPasskey({factor}: {factor: SecondFactorRef}) {
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
      <Failure machine={factor} />
      <TextInput
        name="name"
        label={texts.secondFactor.passkeyName}
        maxLength={PASSKEY_NAME_LENGTH}
        required
        withAsterisk={false}
        autoFocus
      />
      <ActionButtons
        factor={factor}
        isSending={isSending}
        submit={texts.secondFactor.makePasskey}
        sending={texts.secondFactor.waitingForBrowser}
      />
    </form>
  )
}

/** Shows the recovery codes, which nobody can read again. */
function KeepCodes({factor}: {factor: SecondFactorRef}) {
  const codes = useSelector(factor, ({context}) => context.recoveryCodes)
  const done = useSelector(factor, ({context}) => context.done)
  const asText = codes.join('\n')
  return (
    <>
      {done !== null && <FormMessage kind="done" message={done} />}
      <p className={styles.text}>{texts.secondFactor.keep}</p>
      <ul className={styles.codes} aria-label={texts.secondFactor.codes}>
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <CopyButton what={texts.secondFactor.codes} value={asText} />
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconDownload />}
          onClick={() => download(texts.secondFactor.file, 'text/plain', `${asText}\n`)}
        >
          {texts.secondFactor.download}
        </Button>
      </div>
      <div>
        <Button onClick={() => factor.send({type: 'codes.saved'})}>{texts.secondFactor.saved}</Button>
      </div>
    </>
  )
}

/** Asks for the present password before a change. */
function ProveOwner({factor}: {factor: SecondFactorRef}) {
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
      <Failure machine={factor} />
      <CurrentPassword problem={undefined} autoFocus />
      <ActionButtons factor={factor} isSending={isSending} submit={ask} />
    </form>
  )
}

interface ActionButtonsProps {
  factor: SecondFactorRef
  isSending: boolean
  submit: string
  sending?: string
}

/** The buttons at the end of each step of a change of the second factor: going on, or leaving it. */
function ActionButtons({factor, isSending, submit, sending = texts.secondFactor.sending}: ActionButtonsProps) {
  return (
    <div className={styles.buttons}>
      <Button type="submit" aria-disabled={isSending} aria-busy={isSending}>
        {isSending ? sending : submit}
      </Button>
      <Button variant="default" aria-disabled={isSending} onClick={() => factor.send({type: 'action.cancelled'})}>
        {buttons.cancel}
      </Button>
    </div>
  )
}
