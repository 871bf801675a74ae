import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {useConsole} from '../logic'
import styles from './Record.module.css'
import {texts} from './texts'

/** Ends all sessions of a user, and says what came of it beside itself. */
export function SignOutEverywhere({id}: {id: string}) {
  const {signOutEverywhere} = useConsole()
  const ending = useActorRef(signOutEverywhere)
  const message = useSelector(ending, ({context}) => context.hint ?? context.message)
  const isDone = useSelector(ending, s => s.matches('done') || s.matches('repeating'))
  const isBusy = useSelector(ending, s => s.matches('submitting') || s.matches('repeating'))
  const end = () => ending.send(isDone ? {type: 'repeat.requested'} : {type: 'form.submitted', values: {id}})
  return (
    <>
      <span role="status" className={styles.quiet}>
        {message}
      </span>
      <Button variant="subtle" size="xs" aria-disabled={isBusy} aria-busy={isBusy} onClick={isBusy ? undefined : end}>
        {isBusy ? texts.signingOut : texts.signOutEverywhere}
      </Button>
    </>
  )
}
