import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {Alarm, JournalEntry} from '../../../domain/alarm'
import {listedText} from '../../../domain/telemetry/format'
import type {AlarmPageRef} from '../../../machines/alarms/page'
import {useApplication} from '../../kit/application'
import {RetryButton, useTried} from '../../kit/loading/Retry'
import {SeverityMark} from '../../kit/mark/SeverityMark'
import {Panel} from '../../kit/Panel'
import {TimeText} from '../../kit/text/TimeText'
import {useAlarms, useUnit} from '../logic'
import {texts} from '../texts'
import styles from './AlarmPage.module.css'

/** The journal of the alarm, newest first, with the authors and their words. */
export function Journal({page}: {page: AlarmPageRef}) {
  const history = useSelector(page, ({context}) => context.history)
  const {isFailed, isRetrying} = useTried(
    useSelector(page, s => s.matches({shown: 'missed'})),
    useSelector(page, s => s.matches({shown: 'reading'})),
  )
  if (history === null) return null
  const {alarm, journal} = history
  return (
    <Panel title={texts.page.history} actions={<CommentButton page={page} alarm={alarm} />}>
      {isFailed && (
        <p role="alert" className={styles.quiet}>
          {texts.page.missed}{' '}
          <RetryButton
            size="xs"
            isBusy={isRetrying}
            text={texts.retry}
            onClick={() => page.send({type: 'retry.requested'})}
          />
        </p>
      )}
      {journal.length === 0 && <p className={styles.quiet}>{texts.page.noHistory}</p>}
      <ol className={styles.journal}>
        {journal.map(entry => (
          <Entry key={entry.id} alarm={alarm} entry={entry} />
        ))}
      </ol>
      {history.next !== null && (
        <Button size="xs" variant="default" onClick={() => page.send({type: 'older.requested'})}>
          {texts.page.older}
        </Button>
      )}
    </Panel>
  )
}

function CommentButton({page, alarm}: {page: AlarmPageRef; alarm: Alarm}) {
  const {actions} = useAlarms()
  const comment = () => {
    const {now} = page.getSnapshot().context
    actions.send({type: 'action.requested', kind: 'comment', alarms: [alarm], now, isAsking: true})
  }
  return (
    <Button size="xs" variant="default" onClick={comment}>
      {texts.actions.comment}
    </Button>
  )
}

function Entry({alarm, entry}: {alarm: Alarm; entry: JournalEntry}) {
  const {formats} = useApplication()
  const unit = useUnit(alarm)
  const {at, kind, severity, value, by, note, until} = entry
  return (
    <li>
      <span className={styles.quiet}>
        <TimeText at={at} />
      </span>
      <span className={styles.what}>
        {severity !== null && (kind === 'raised' || kind === 'severityChanged') ? (
          <SeverityMark severity={severity}>{texts.journal[kind]}</SeverityMark>
        ) : (
          texts.journal[kind]
        )}
        {value !== null && <span data-number>{listedText(formats, value, unit)}</span>}
        {until !== null && <span>{texts.journalUntil(formats.dateTime(until, 'minute'))}</span>}
        {by !== null && <bdi className={styles.quiet}>{by}</bdi>}
      </span>
      {note !== null && note !== '' && (
        <blockquote className={styles.note} dir="auto">
          {note}
        </blockquote>
      )}
    </li>
  )
}
