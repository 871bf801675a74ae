import {Text} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {Navigate, useSearchParams} from 'react-router-dom'
import type {VerificationLogic, VerificationRef, VerificationSnapshot} from '../../machines/account/verification'
import styles from '../kit/form/Form.module.css'
import {FormMessage} from '../kit/form/FormMessage'
import {NoticeButton} from '../kit/loading/Notice'
import {buttons} from '../kit/text/texts'
import {texts as common} from '../texts'
import {AccountLinks} from './AccountLinks'
import {AccountHeading} from './AccountPage'
import {tokenOf} from './TokenMissing'
import {texts} from './texts'

export function Verification({logic}: {logic: VerificationLogic}) {
  const [search] = useSearchParams()
  const verification = useActorRef(logic, {input: {token: tokenOf(search), isChange: search.get('change') === 'email'}})
  const place = useSelector(verification, placeOf)
  if (place === 'left') return <Navigate to="/login" replace />
  return (
    <>
      <AccountHeading>{texts.verification.heading}</AccountHeading>
      {place === 'verifying' ? (
        <Text role="status">{texts.verification.verifying}</Text>
      ) : place === 'verified' ? (
        <Verified verification={verification} />
      ) : (
        <Failed verification={verification} place={place} />
      )}
      <AccountLinks
        links={[
          ['/login', texts.logIn],
          ['/register', texts.createAccount],
        ]}
      />
    </>
  )
}

/** The countdown is not read out: spoken each second, it would drown what has happened. */
function Verified({verification}: {verification: VerificationRef}) {
  const message = useSelector(verification, ({context}) => context.message)
  const secondsLeft = useSelector(verification, ({context}) => context.secondsLeft)
  return (
    <>
      <FormMessage kind="done" message={message} />
      <Text size="sm" c="dimmed" mt="sm" aria-hidden="true">
        {texts.verification.secondsLeft(secondsLeft)}
      </Text>
    </>
  )
}

interface FailedProps {
  verification: VerificationRef
  place: keyof typeof texts.verification.hints
}

function Failed({verification, place}: FailedProps) {
  const message = useSelector(verification, ({context}) => context.message)
  const isRetrying = useSelector(verification, snapshot => snapshot.matches({unanswered: 'retrying'}))
  return (
    <div className={styles.form}>
      <FormMessage kind="failed" message={message} hint={texts.verification.hints[place]} />
      {place === 'unanswered' && (
        <NoticeButton isBusy={isRetrying} onClick={() => verification.send({type: 'retry.requested'})}>
          {isRetrying ? common.retrying : buttons.retry}
        </NoticeButton>
      )}
    </div>
  )
}

function placeOf(snapshot: VerificationSnapshot): 'verifying' | 'verified' | 'left' | FailedProps['place'] {
  if (snapshot.matches('tokenMissing')) return 'tokenMissing'
  if (snapshot.matches('refused')) return 'refused'
  if (snapshot.matches('unanswered')) return 'unanswered'
  if (snapshot.matches({verified: 'left'})) return 'left'
  return snapshot.matches('verified') ? 'verified' : 'verifying'
}
