import {useActorRef, useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import type {Span, SparklineId} from '../../../domain/telemetry/series/sparkline'
import type {PanelSeriesLogic, PanelSeriesRef} from '../../../machines/wall/panelSeries'
import {RetryButton, useResource} from '../../kit/loading/Retry'
import styles from './Panels.module.css'
import {texts} from './texts'

interface Props {
  logic: PanelSeriesLogic
  series: readonly SparklineId[]
  span: Span
  children: (of: PanelSeriesRef) => ReactNode
}

/** Reads the averages of series, other ones anew. */
export const SeriesOf = (props: Props) => (
  <Read key={`${props.span} ${props.series.map(({deviceId, key}) => `${deviceId} ${key}`).join('\n')}`} {...props} />
)

function Read({logic, series, span, children}: Props) {
  const of = useActorRef(logic, {input: {series, span}})
  const {isLoaded, isFailed, isRetrying} = useResource(of)
  const message = useSelector(of, s => s.context.message)
  const isOffered = useSelector(of, s => !s.matches('notOffered'))
  return (
    <>
      {isFailed && (
        <div className={styles.failure}>
          <span role="alert">{message}</span>
          <RetryButton
            size="xs"
            isBusy={isRetrying}
            text={texts.retry}
            onClick={() => of.send({type: 'retry.requested'})}
          />
        </div>
      )}
      {!isOffered && <p className={styles.message}>{texts.notOffered}</p>}
      {isLoaded || !isOffered
        ? children(of)
        : !isFailed && (
            <p role="status" className={styles.message}>
              {texts.loading}
            </p>
          )}
    </>
  )
}
