import {useActorRef, useSelector} from '@xstate/react'
import type {CommandListRef, CommandsLogic, CommandsRef} from '../../../machines/console/commands'
import {RetryButton, useResource} from '../../kit/loading/Retry'
import {Panel} from '../../kit/Panel'
import type {CommandsProps} from '../logic'
import {CommandForm} from './CommandForm'
import {CommandList} from './CommandList'
import styles from './Commands.module.css'
import {texts} from './texts'

/** Sends commands to the device, and lists their results. */
export function Commands({logic, deviceId, devices}: CommandsProps & {logic: CommandsLogic}) {
  const commands = useActorRef(logic, {input: {deviceId}})
  const list = useSelector(commands, s => s.children.list)
  return list === undefined ? null : <Shown {...{commands, list, devices}} />
}

interface Props extends Pick<CommandsProps, 'devices'> {
  commands: CommandsRef
  list: CommandListRef
}

function Shown({commands, list, devices}: Props) {
  const {isLoading, isLoaded, isFailed, isRetrying} = useResource(list)
  const message = useSelector(list, ({context}) => context.message)
  return (
    <Panel title={texts.title}>
      <div className={styles.panel}>
        {isLoading && (
          <p className={styles.note} role="status">
            {texts.loading}
          </p>
        )}
        {isLoaded && <CommandForm commands={commands} />}
        {isFailed && (
          <div role="alert" className={styles.missed}>
            {message}
            <RetryButton size="compact-xs" isBusy={isRetrying} onClick={() => list.send({type: 'retry.requested'})} />
          </div>
        )}
        {isLoaded && <CommandList {...{list, devices}} />}
      </div>
    </Panel>
  )
}
