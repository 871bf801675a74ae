import {useActorRef, useSelector} from '@xstate/react'
import type {CommandsLogic, CommandsRef} from '../../../machines/console/commands'
import {RetryButton, useTried} from '../../kit/loading/Retry'
import {Panel} from '../../kit/Panel'
import {CommandForm} from './CommandForm'
import {CommandList} from './CommandList'
import styles from './Commands.module.css'
import type {CommandsProps} from './props'
import {texts} from './texts'

/** What people tell the device to do, and what came of it. */
export function Commands({logic, deviceId, devices}: CommandsProps & {logic: CommandsLogic}) {
  const commands = useActorRef(logic, {input: {deviceId}})
  const isOffered = useSelector(commands, s => !s.matches('notOffered'))
  const isLoading = useSelector(commands, s => s.matches('loading'))
  const isLoaded = useSelector(commands, s => s.matches('loaded'))
  if (!isOffered) return null
  return (
    <Panel title={texts.title}>
      <div className={styles.panel}>
        {isLoading && (
          <p className={styles.note} role="status">
            {texts.loading}
          </p>
        )}
        {isLoaded && <CommandForm commands={commands} />}
        <Missed commands={commands} />
        {isLoaded && <CommandList {...{commands, devices}} />}
      </div>
    </Panel>
  )
}

/** Says that the list is old or not there. */
function Missed({commands}: {commands: CommandsRef}) {
  const {isFailed, isRetrying} = useTried(
    useSelector(commands, s => s.matches('failed') || s.matches({loaded: {list: 'missed'}})),
    useSelector(commands, s => s.matches('loading') || s.matches({loaded: {list: 'refreshing'}})),
  )
  const missed = useSelector(commands, ({context}) => context.missed)
  if (!isFailed) return null
  return (
    <div role="alert" className={styles.missed}>
      {missed}
      <RetryButton size="compact-xs" isBusy={isRetrying} onClick={() => commands.send({type: 'retry.requested'})} />
    </div>
  )
}
