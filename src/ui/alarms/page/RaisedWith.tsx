import {useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import type {Occurrence} from '../../../domain/alarm'
import {ageOf} from '../../../domain/format/age'
import type {AlarmAroundRef} from '../../../machines/alarms/around'
import {alarmPath} from '../../alarmPaths'
import {RetryButton, useTried} from '../../kit/loading/Retry'
import {Skeleton} from '../../kit/loading/Skeleton'
import {SeverityMark} from '../../kit/mark/SeverityMark'
import {Panel} from '../../kit/Panel'
import {texts} from '../texts'
import styles from './AlarmPage.module.css'

/** The alarms raised shortly before and after. */
export function RaisedWith({around, occurrence}: {around: AlarmAroundRef; occurrence: Occurrence}) {
  return (
    <Panel title={texts.page.raisedWith}>
      <Listed around={around} occurrence={occurrence} />
    </Panel>
  )
}

function Listed({around, occurrence}: {around: AlarmAroundRef; occurrence: Occurrence}) {
  const raised = useSelector(around, ({context}) => context.raised)
  const hasMore = useSelector(around, ({context}) => context.hasMore)
  const {isFailed, isRetrying} = useTried(
    useSelector(around, s => s.matches('missed')),
    useSelector(around, s => s.matches('reading')),
  )
  if (isFailed)
    return (
      <p role="alert" className={styles.quiet}>
        {texts.page.raisedWithMissed}{' '}
        <RetryButton
          size="xs"
          isBusy={isRetrying}
          text={texts.retry}
          onClick={() => around.send({type: 'retry.requested'})}
        />
      </p>
    )
  if (raised === null) return <Skeleton height="4rem" />
  if (raised.length === 0) return <p className={styles.quiet}>{texts.page.nothingRaisedWith}</p>
  return (
    <>
      <ul className={styles.raised}>
        {raised.map(({id, deviceName, key, kind, occurrence: other}) => (
          <li key={id}>
            <SeverityMark severity={other?.severity ?? 'warning'}>
              <Link to={alarmPath(id, other)}>
                <bdi>{deviceName}</bdi>: <bdi>{key}</bdi>
              </Link>
            </SeverityMark>
            {kind === 'silence' && <span>{texts.kinds.silence}</span>}
            {other !== null && (
              <span className={styles.quiet}>{distanceText(other.raisedAt, occurrence.raisedAt)}</span>
            )}
          </li>
        ))}
      </ul>
      {hasMore && <p className={styles.quiet}>{texts.page.moreRaised}</p>}
    </>
  )
}

const SECOND = 1000

function distanceText(at: number, from: number): string {
  if (Math.abs(at - from) < SECOND) return texts.page.atOnce
  return at < from ? texts.page.before(ageOf(at, from)) : texts.page.after(ageOf(from, at))
}
