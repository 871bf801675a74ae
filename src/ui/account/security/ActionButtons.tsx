import {Button} from '@mantine/core'
import type {SecondFactorRef} from '../../../machines/account/secondFactor'
import {buttons} from '../../kit/text/texts'
import styles from './SecurityPage.module.css'
import {texts} from './texts'

interface ActionButtonsProps {
  factor: SecondFactorRef
  isSending: boolean
  submit: string
  sending?: string
}

/** The buttons at the end of each step of a change of the second factor: going on, or leaving it. */
export function ActionButtons({factor, isSending, submit, sending = texts.secondFactor.sending}: ActionButtonsProps) {
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
