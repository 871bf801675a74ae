import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {AlarmActionBatchRef} from '../../../machines/alarms/actions'
import {useApplication} from '../../kit/application'
import {buttons} from '../../kit/text/texts'
import {texts} from '../texts'
import styles from './ActionDialog.module.css'

/** The result of an action for each of the alarms. */
export function Outcomes({batch}: {batch: AlarmActionBatchRef}) {
  const {formats} = useApplication()
  const items = useSelector(batch, ({context}) => context.items)
  const outcomes = useSelector(batch, ({context}) => context.outcomes)
  const {done, failed, left} = useSelector(batch, ({context}) => context.tally)
  const isGoing = useSelector(batch, s => s.matches({running: 'going'}))
  const isCancelling = useSelector(batch, s => s.matches({running: 'cancelling'}))
  const isRunning = isGoing || isCancelling
  return (
    <div className={styles.form}>
      <p role="status" className={styles.hint}>
        {isRunning
          ? texts.dialog.running(formats.exact(done + failed), formats.exact(items.length))
          : texts.dialog.finished(formats.exact(done), failed, left)}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <ul className={styles.outcomes} tabIndex={0}>
        {items.map(({id, deviceName, key}) => {
          const outcome = outcomes.get(id)
          const word = outcome === undefined ? (isRunning ? '…' : texts.dialog.notStarted) : texts.dialog.done
          return (
            <li
              key={id}
              data-outcome={outcome === undefined ? undefined : outcome.message === null ? 'done' : 'failed'}
            >
              <bdi>{texts.page.title(deviceName, key)}</bdi>
              <span>{outcome?.message ?? word}</span>
            </li>
          )
        })}
      </ul>
      <div className={styles.buttons}>
        {isRunning && (
          <Button variant="default" aria-disabled={isCancelling} onClick={() => batch.send({type: 'cancel.requested'})}>
            {isCancelling ? texts.dialog.stopping : texts.dialog.stop}
          </Button>
        )}
        {!isRunning && failed + left > 0 && (
          <Button variant="default" onClick={() => batch.send({type: 'retry.requested'})}>
            {texts.dialog.retry}
          </Button>
        )}
        {!isRunning && (
          <Button data-autofocus onClick={() => batch.send({type: 'dialog.closed'})}>
            {buttons.close}
          </Button>
        )}
      </div>
    </div>
  )
}
