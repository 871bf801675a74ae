import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import {Link} from 'react-router-dom'
import {type Alarm, limitOf, type Occurrence, shownSeverity} from '../../../domain/alarm'
import {lengthsOf} from '../../../domain/alarms/action'
import {SHORTCUTS} from '../../../domain/shell/shortcuts'
import {limitsOf} from '../../../domain/telemetry/limits'
import {alarmPath} from '../../alarmPaths'
import {useApplication} from '../../kit/application'
import {SeverityMark} from '../../kit/mark/SeverityMark'
import spoken from '../../kit/text/Spoken.module.css'
import {texts as kit} from '../../kit/text/texts'
import {useReasons} from '../actions/ActionDialog'
import {ActionMenu} from '../actions/ActionMenu'
import {Age, CrossedLimit, Since, ValueOfSeverity} from '../facts'
import {useAlarmActions, useAlarms} from '../logic'
import {CalledNow} from '../onCall/CalledNow'
import {PresentValue, Stopped} from '../PresentValue'
import {Runbook} from '../page/Runbook'
import {texts} from '../texts'
import {stateText} from '../words'
import styles from './DeviceCard.module.css'
import {Trend} from './Trend'

interface Props {
  alarm: Alarm
  replayOf: ((occurrence: Occurrence) => string) | null
  /** What may be done about the device. */
  children: ReactNode
}

/** One alarm in full: what it is, how it came to it, and what may be done. */
export function AlarmPart({alarm, replayOf, children}: Props) {
  const {formats} = useApplication()
  const {deviceId, key, kind, threshold, occurrence, shelf} = alarm
  const severity = shownSeverity(alarm) ?? 'warning'
  const acknowledged = occurrence?.acknowledged
  return (
    <section className={styles.alarm} data-severity={severity} aria-label={texts.page.title(alarm.deviceName, key)}>
      <h3 className={styles.title}>
        <SeverityMark severity={severity} isChip>
          {kit.severities[severity]}
        </SeverityMark>{' '}
        <Link to={alarmPath(alarm.id)}>
          <bdi>{key}</bdi>
        </Link>
      </h3>
      <p>
        <span className={spoken.spoken}>{texts.page.present} </span>
        <PresentValue alarm={alarm} isLarge />
      </p>
      <p className={styles.facts}>
        <CrossedLimit alarm={alarm} /> <ValueOfSeverity alarm={alarm} />
      </p>
      <p className={styles.facts} role="status">
        <strong>{stateText(alarm, formats)}</strong>
        <span>
          <Since alarm={alarm} /> (<Age alarm={alarm} />)
        </span>
        {alarm.isFlapping && <span>({texts.flapping})</span>}
        {alarm.isChattering && <span>({texts.chattering})</span>}
        <Stopped alarm={alarm} />
      </p>
      {kind !== 'silence' && (
        <Trend
          series={{deviceId, key}}
          raisedAt={occurrence?.raisedAt ?? null}
          limits={limitsOf(threshold)}
          crossed={limitOf(alarm)?.value ?? null}
        />
      )}
      <Actions alarm={alarm} />
      {children}
      {acknowledged != null && (
        <p className={styles.quiet}>
          {texts.page.acknowledged}:{' '}
          {texts.page.by(acknowledged.by ?? '–', formats.dateTime(acknowledged.at, 'minute'))}
        </p>
      )}
      {shelf !== null && <p className={styles.quiet}>{texts.page.shelfOf(shelf.by, shelf.reason)}</p>}
      {threshold?.runbook && <Runbook runbook={threshold.runbook} />}
      <CalledNow alarmId={alarm.id} isInCard />
      <p className={styles.ways}>
        <Link to={alarmPath(alarm.id)}>{texts.card.page}</Link>
        {replayOf !== null && occurrence !== null && <Link to={replayOf(occurrence)}>{texts.page.replay}</Link>}
      </p>
    </section>
  )
}

/** What most is done about an alarm takes one click. */
function Actions({alarm}: {alarm: Alarm}) {
  const {actions, logic} = useAlarms()
  const isPossible = useAlarmActions()
  const requested = {type: 'action.requested', alarms: [alarm], isAsking: false} as const
  return (
    <>
      <div className={styles.buttons}>
        {isPossible('acknowledge', alarm) && (
          <Button
            size="sm"
            data-alarm-key={SHORTCUTS.alarm.acknowledge[0]}
            onClick={() => actions.send({...requested, kind: 'acknowledge', now: logic.now()})}
          >
            {texts.actions.acknowledge}
          </Button>
        )}
        <ActionMenu actions={actions} alarm={alarm} now={logic.now} />
      </div>
      {isPossible('shelve', alarm) && <Shelve alarm={alarm} />}
    </>
  )
}

/** Shelves for a reason that was given before, or asks for another one. */
function Shelve({alarm}: {alarm: Alarm}) {
  const {actions, logic} = useAlarms()
  const reasons = useReasons(actions)
  const isBusy = useSelector(actions, s => !s.matches('idle'))
  const [length = 0] = lengthsOf('shelve')
  const shelve = (note: string | null) =>
    actions.send({
      type: 'action.requested',
      kind: 'shelve',
      alarms: [alarm],
      now: logic.now(),
      isAsking: note === null,
      ...(note !== null && {note}),
    })
  return (
    <fieldset className={styles.shelve}>
      <legend>{texts.card.shelve(texts.dialog.lengths[String(length)] ?? '')}</legend>
      {reasons.slice(0, 3).map(reason => (
        <Button key={reason} size="compact-sm" variant="default" aria-disabled={isBusy} onClick={() => shelve(reason)}>
          <bdi>{reason}</bdi>
        </Button>
      ))}
      <Button size="compact-sm" variant="subtle" onClick={() => shelve(null)}>
        {texts.card.otherReason}
      </Button>
    </fieldset>
  )
}
