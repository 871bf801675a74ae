import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import type {PushBrowser, PushTested} from '../../../domain/account/push'
import type {PushRef} from '../../../machines/account/push'
import {Failure} from '../../kit/form/Failure'
import {FormMessage} from '../../kit/form/FormMessage'
import {RetryButton, useFailure} from '../../kit/loading/Retry'
import {Panel} from '../../kit/Panel'
import {TimeText} from '../../kit/text/TimeText'
import type {SectionProps} from './logic'
import styles from './SecurityPage.module.css'
import {texts as security} from './texts'

const texts = security.push

/** Whether alarms are pushed to this browser, and to which others of the person. */
export function PushSection({logic}: SectionProps) {
  const push = useActorRef(logic.push)
  const isLoading = useSelector(push, snapshot => snapshot.matches('loading'))
  const {isFailed, isRetrying} = useFailure(push)
  const done = useSelector(push, ({context}) => context.done)
  return (
    <Panel title={texts.heading}>
      <div className={styles.stack}>
        <Failure machine={push} />
        {isFailed && <RetryButton isBusy={isRetrying} onClick={() => push.send({type: 'retry.requested'})} />}
        {isLoading && !isFailed && <p role="status">{security.loading}</p>}
        {done !== null && <FormMessage kind="done" message={done} />}
        {!isLoading && !isFailed && <Shown push={push} />}
      </div>
    </Panel>
  )
}

function Shown({push}: {push: PushRef}) {
  const here = useSelector(push, ({context}) => context.here)
  const browsers = useSelector(push, ({context}) => context.browsers)
  const tested = useSelector(push, ({context}) => context.tested)
  const isAsking = useSelector(push, snapshot => snapshot.matches('asking'))
  const isTesting = useSelector(push, snapshot => snapshot.matches('testing'))
  return (
    <>
      <p className={styles.text}>{texts.here[here]}</p>
      {(here === 'off' || here === 'on') && <p className={styles.quiet}>{texts.internet}</p>}
      {here === 'off' && (
        <Button
          aria-disabled={isAsking}
          aria-busy={isAsking}
          onClick={() => push.send({type: 'notifications.requested'})}
        >
          {isAsking ? texts.asking : texts.switchOn}
        </Button>
      )}
      {browsers.length > 0 && (
        <ul className={styles.sessions} aria-label={texts.browsers}>
          {browsers.map(browser => (
            <Browser key={browser.id} push={push} browser={browser} tested={tested.find(({id}) => id === browser.id)} />
          ))}
        </ul>
      )}
      {browsers.length > 0 && (
        <Button variant="default" aria-busy={isTesting} onClick={() => push.send({type: 'test.requested'})}>
          {isTesting ? texts.testing : texts.test}
        </Button>
      )}
    </>
  )
}

interface BrowserProps {
  push: PushRef
  browser: PushBrowser
  tested: PushTested | undefined
}

function Browser({push, browser: {id, name, since, isCurrent}, tested}: BrowserProps) {
  const isEnding = useSelector(push, snapshot => snapshot.matches('ending') && snapshot.context.ended === id)
  const named = name ?? texts.unknown
  const label = isEnding ? texts.ending : texts.end
  return (
    <li className={styles.row}>
      <div>
        <div className={styles.name}>
          <bdi>{named}</bdi>
          {isCurrent && <span className={styles.current}>{texts.current}</span>}
        </div>
        <p className={styles.quiet}>
          {texts.since} <TimeText at={since} />
          {tested !== undefined && ` · ${tested.error === null ? texts.taken : texts.notTaken(tested.error)}`}
        </p>
      </div>
      <Button
        variant="default"
        aria-label={`${label}: ${named}`}
        aria-busy={isEnding}
        onClick={() => push.send({type: 'end.requested', ended: id})}
      >
        {label}
      </Button>
    </li>
  )
}
