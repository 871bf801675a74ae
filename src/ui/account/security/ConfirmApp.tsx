import {TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {FormEvent} from 'react'
import {SECOND_FACTOR_CODE_LENGTH} from '../../../../contract/limits'
import type {SecondFactorRef} from '../../../machines/account/secondFactor'
import {Failure} from '../../kit/form/Failure'
import form from '../../kit/form/Form.module.css'
import {textOf} from '../../kit/form/fields'
import {LazyPart} from '../../kit/loading/LazyPart'
import {CopyButton} from '../../kit/text/CopyButton'
import {ActionButtons} from './ActionButtons'
import styles from './SecurityPage.module.css'
import {texts} from './texts'

/** Hands the app its secret, and asks for a code that shows that it has it. */
export function ConfirmApp({factor}: {factor: SecondFactorRef}) {
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
      <Failure of={factor} />
      <TextInput
        name="code"
        label={texts.secondFactor.code}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={SECOND_FACTOR_CODE_LENGTH}
        required
        withAsterisk={false}
      />
      <ActionButtons {...{factor, isSending}} submit={texts.secondFactor.confirm} />
    </form>
  )
}

const qrCode = async () => (await import('../../kit/mark/QrCode')).QrCode

const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''
