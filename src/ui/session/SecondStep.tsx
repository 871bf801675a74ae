import {Button, Text, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type FormEvent, useRef} from 'react'
import {SECOND_FACTOR_CODE_LENGTH} from '../../../contract/limits'
import {AccountHeading} from '../account/AccountPage'
import {useApplication} from '../kit/application'
import styles from '../kit/form/Form.module.css'
import {FormMessage} from '../kit/form/FormMessage'
import {textOf} from '../kit/form/fields'
import {texts} from './texts'

/** The second step of a sign-in, after the right password. */
export function SecondStep() {
  const {session} = useApplication()
  const code = useRef<HTMLInputElement>(null)
  const isChecking = useSelector(session, snapshot => snapshot.matches({signedOut: 'submitting'}))
  const challenge = useSelector(session, ({context}) => context.secondStep?.challenge)
  const hasApp = useSelector(session, ({context}) => context.secondStep?.kinds.includes('totp') ?? false)
  const passkey = useSelector(session, ({context}) => context.secondStep?.passkey)
  const message = useSelector(session, ({context}) => context.message)
  const hint = useSelector(session, ({context}) => context.hint)
  const attempts = useSelector(session, ({context}) => context.attempts)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (challenge === undefined) return
    session.send({type: 'secondStep.answered', challenge, code: textOf(new FormData(event.currentTarget), 'code')})
  }

  return (
    <>
      <AccountHeading>{texts.heading}</AccountHeading>
      <form onSubmit={submit} className={styles.form} aria-label={texts.heading}>
        {message !== null && (
          <FormMessage
            key={attempts}
            kind="failed"
            message={message}
            hint={hint}
            ref={shown => {
              if (shown !== null) code.current?.select()
            }}
          />
        )}
        <Text size="sm">{passkey !== undefined ? texts.orCode : hasApp ? texts.codeOfApp : texts.recoveryCode}</Text>
        {passkey !== undefined && challenge !== undefined && (
          <Button
            fullWidth
            aria-disabled={isChecking}
            onClick={() => session.send({type: 'secondStep.answered', challenge, passkey})}
          >
            {texts.passkey}
          </Button>
        )}
        {/* Not only digits: a recovery code has letters, too. */}
        <TextInput
          ref={code}
          name="code"
          label={texts.code}
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={SECOND_FACTOR_CODE_LENGTH}
          required
          withAsterisk={false}
          autoFocus
        />
        <Button type="submit" fullWidth mt="xs" aria-disabled={isChecking} aria-busy={isChecking}>
          {isChecking ? texts.checking : texts.submit}
        </Button>
        <Button
          variant="default"
          fullWidth
          aria-disabled={isChecking}
          onClick={() => session.send({type: 'signIn.abandoned'})}
        >
          {texts.back}
        </Button>
        <Text size="sm" c="dimmed">
          {texts.lost}
        </Text>
      </form>
    </>
  )
}
