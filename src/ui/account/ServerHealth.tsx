import {useActorRef, useSelector} from '@xstate/react'
import type {ServerHealthLogic} from '../../machines/serverHealth'
import styles from './ServerHealth.module.css'
import {texts} from './texts'

/** Whether the server serves, before anybody signs in. Nothing where the server has no call for it. */
export function ServerHealth({logic}: {logic: ServerHealthLogic}) {
  const health = useActorRef(logic)
  const isWell = useSelector(health, s => s.matches('well'))
  const isAway = useSelector(health, s => s.matches('away'))
  const reason = useSelector(health, s => (s.matches('ill') ? s.context.message : null))
  const isSilent = useSelector(health, s => s.matches('silent'))
  const trouble = isAway ? texts.server.away : reason
  const state = isWell ? 'well' : trouble === null ? 'asking' : 'trouble'
  if (isSilent) return null
  return (
    <p role="status" className={styles.health} data-state={state}>
      {trouble ?? (isWell ? texts.server.well : texts.server.asking)}
    </p>
  )
}
