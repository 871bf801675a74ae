import {useSelector} from '@xstate/react'
import {shownOccurrence} from '../../../domain/alarms/history'
import type {AlarmPageRef} from '../../../machines/alarms/page'
import {useApplication} from '../../kit/application'
import {RetryButton, useTried} from '../../kit/loading/Retry'
import {Skeleton} from '../../kit/loading/Skeleton'
import {Panel} from '../../kit/Panel'
import {texts} from '../texts'
import styles from './AlarmPage.module.css'
import {MomentCanvas} from './MomentCanvas'

/** The values around the alarm, with its limits. */
export function Around({page}: {page: AlarmPageRef}) {
  return (
    <Panel title={texts.page.around}>
      <Figure page={page} />
    </Panel>
  )
}

function Figure({page}: {page: AlarmPageRef}) {
  const {formats} = useApplication()
  const around = useSelector(page, ({context}) => context.around)
  const history = useSelector(page, ({context}) => context.history)
  const {isFailed, isRetrying} = useTried(
    useSelector(page, s => s.matches({shown: {series: 'missed'}})),
    useSelector(page, s => s.matches({shown: {series: 'reading'}})),
  )
  if (isFailed)
    return (
      <p className={styles.quiet}>
        {texts.page.noAround}{' '}
        <RetryButton isBusy={isRetrying} text={texts.retry} onClick={() => page.send({type: 'retry.requested'})} />
      </p>
    )
  if (around === null || history === null) return <Skeleton height="12rem" />
  const {series, range} = around
  const {alarm} = history
  const occurrence = shownOccurrence(history)
  const stood = occurrence && {
    from: occurrence.raisedAt,
    to: occurrence.returnedAt ?? occurrence.ended?.at ?? range.end,
  }
  return (
    <figure className={styles.figure} data-temperature={alarm.key === 'temperature' || undefined}>
      {series.points.length === 0 ? (
        <p className={styles.quiet}>{texts.page.noPoints}</p>
      ) : (
        <MomentCanvas
          {...{series, range, stood}}
          threshold={alarm.kind === 'value' ? alarm.threshold : null}
          label={texts.page.aroundOf(alarm.key)}
        />
      )}
      <figcaption>
        <span>{formats.dateTime(range.start, 'minute')}</span>
        <span>{formats.dateTime(range.end, 'minute')}</span>
      </figcaption>
    </figure>
  )
}
