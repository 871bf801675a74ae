import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import {severityOf, shownSeverity, standsSince} from '../../../domain/alarm'
import {type AlarmHistory, shownOccurrence} from '../../../domain/alarms/history'
import {valueText} from '../../../domain/telemetry/format'
import type {AlarmPageRef} from '../../../machines/alarms/page'
import {useApplication} from '../../kit/application'
import {SeverityMark} from '../../kit/mark/SeverityMark'
import {Panel} from '../../kit/Panel'
import {ThresholdButton} from '../../kit/ThresholdButton'
import spoken from '../../kit/text/Spoken.module.css'
import {TimeText} from '../../kit/text/TimeText'
import {texts as kit} from '../../kit/text/texts'
import {useMay} from '../../kit/viewer'
import {CrossedLimit, Where} from '../facts'
import {useAlarms, useUnit} from '../logic'
import {AlarmMaintenance} from '../maintenance/AlarmMaintenance'
import {PresentValue, Stopped} from '../PresentValue'
import {texts} from '../texts'
import {screenText, silenceText, stateText, thresholdLines} from '../words'
import styles from './AlarmPage.module.css'
import {Runbook} from './Runbook'

/** The present state of the alarm, and the rule by which it is evaluated. */
export function Now({page}: {page: AlarmPageRef}) {
  const history = useSelector(page, ({context}) => context.history)
  return history && <Standing page={page} history={history} />
}

function Standing({page, history}: {page: AlarmPageRef; history: AlarmHistory}) {
  const {formats} = useApplication()
  const {alarm} = history
  const severity = shownSeverity(alarm)
  return (
    <Panel title={texts.page.now}>
      <p className={styles.state} role="status">
        {severity !== null && alarm.state !== 'normal' && (
          <SeverityMark severity={severity} isChip>
            {kit.severities[severity]}
          </SeverityMark>
        )}
        <strong>{stateText(alarm, formats)}</strong>
        {alarm.isFlapping && <span>({texts.flapping})</span>}
        {alarm.isChattering && <span>({texts.chattering})</span>}
        {alarm.maintenanceUntil !== undefined && (
          <span>({kit.inMaintenance(formats.dateTime(alarm.maintenanceUntil, 'minute'))})</span>
        )}
        <Stopped alarm={alarm} />
      </p>
      <p className={styles.present}>
        <span className={spoken.spoken}>{texts.page.present} </span>
        <PresentValue alarm={alarm} isWatched isLarge />
      </p>
      <AlarmMaintenance alarm={alarm} />
      {alarm.threshold?.runbook && <Runbook runbook={alarm.threshold.runbook} />}
      <Facts page={page} history={history} />
    </Panel>
  )
}

/** What else is known of the alarm, and the rule by which it is evaluated. */
export function Facts({page, history}: {page: AlarmPageRef; history: AlarmHistory}) {
  const {formats} = useApplication()
  const {alarm} = history
  const unit = useUnit(alarm)
  const mayEdit = useMay('device.edit')
  const {isReplay} = useAlarms().logic
  const severity = shownSeverity(alarm)
  const occurrence = shownOccurrence(history)
  const written = (value: number) => valueText(formats, value, unit)
  /** A value that is of another severity than the one that is shown says so. */
  const evaluated = (value: number) => {
    const own = severityOf(alarm, value)
    return own === null || own === severity
      ? written(value)
      : texts.page.withSeverity(written(value), kit.severities[own])
  }
  return (
    <dl className={styles.facts}>
      <Fact name={texts.page.where}>
        <Where alarm={alarm} />
      </Fact>
      <Fact name={texts.page.since}>
        <Since page={page} at={standsSince(alarm)} />
      </Fact>
      {alarm.kind === 'silence' && occurrence !== null && <Fact name={texts.kinds.silence}>{silenceText(alarm)}</Fact>}
      {alarm.kind === 'screen' && <Fact name={texts.kinds.screen}>{screenText(alarm)}</Fact>}
      {alarm.kind === 'value' && alarm.occurrence !== null && (
        <Fact name={texts.columns.limit}>
          <CrossedLimit alarm={alarm} />
        </Fact>
      )}
      {occurrence?.value != null && <Fact name={texts.page.value}>{evaluated(occurrence.value)}</Fact>}
      {occurrence?.peak != null && <Fact name={texts.page.worst}>{evaluated(occurrence.peak.value)}</Fact>}
      {occurrence?.acknowledged != null && (
        <Fact name={texts.page.acknowledged}>
          {texts.page.by(occurrence.acknowledged.by ?? '–', formats.dateTime(occurrence.acknowledged.at, 'minute'))}
        </Fact>
      )}
      {alarm.shelf !== null && (
        <Fact name={texts.page.shelf}>{texts.page.shelfOf(alarm.shelf.by, alarm.shelf.reason)}</Fact>
      )}
      {alarm.kind === 'screen' ? (
        <Fact name={texts.page.threshold}>{texts.screen.rule}</Fact>
      ) : (
        <Fact name={texts.page.threshold}>
          {alarm.threshold === null
            ? texts.page.noThreshold
            : thresholdLines(alarm.threshold, alarm.kind, written).map(line => (
                <span key={line} className={styles.line}>
                  {line}
                </span>
              ))}
          {mayEdit && !isReplay && (
            <ThresholdButton
              device={{id: alarm.deviceId, organisationId: alarm.organisationId, customerId: alarm.customerId}}
              telemetryKey={alarm.key}
              size="compact-xs"
              variant="default"
            >
              {texts.page.changeThreshold}
              <span className={spoken.spoken}> ({texts.page.threshold})</span>
            </ThresholdButton>
          )}
        </Fact>
      )}
    </dl>
  )
}

function Fact({name, children}: {name: string; children: ReactNode}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Since({page, at}: {page: AlarmPageRef; at: number}) {
  const {formats} = useApplication()
  const relative = useSelector(page, ({context}) => formats.relative(at, context.now))
  return (
    <>
      <TimeText at={at} /> <span className={styles.quiet}>({relative})</span>
    </>
  )
}
