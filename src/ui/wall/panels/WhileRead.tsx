import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import type {PanelFactsRef} from '../../../machines/wall/panelFacts'
import type {PanelSeriesRef} from '../../../machines/wall/panelSeries'
import {useResource} from '../../kit/loading/Retry'
import styles from './Panels.module.css'
import {ReadFailure} from './ReadFailure'
import {texts} from './texts'

/** The result that a panel has read, with a remark on the reading. */
export function WhileRead({machine, children}: {machine: PanelSeriesRef | PanelFactsRef; children: ReactNode}) {
  const {isLoaded, isFailed} = useResource(machine)
  const isSpecified = useSelector(machine, s => s.context.offer === 'specified')
  return (
    <>
      <ReadFailure machine={machine} />
      {isSpecified && <p className={styles.message}>{texts.notOffered}</p>}
      {isLoaded ? children : !isFailed && <Waiting />}
    </>
  )
}

export const Waiting = () => (
  <p role="status" className={styles.message}>
    {texts.loading}
  </p>
)
