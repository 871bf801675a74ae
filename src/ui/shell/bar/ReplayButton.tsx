import {useSelector} from '@xstate/react'
import {useLocation} from 'react-router-dom'
import {isReplayable} from '../../../domain/moment'
import {IconHistory} from '../../kit/mark/icons'
import {texts} from '../../replay/texts'
import {useShell} from '../shellLogic'
import styles from './ReplayButton.module.css'

/** Begins a replay on screens that have a past. */
export function ReplayButton() {
  const {replay} = useShell()
  const isOffered = useSelector(replay, s => s.can({type: 'replay.requested'}))
  const {pathname} = useLocation()
  if (!isOffered || !isReplayable(pathname)) return null
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={texts.open}
      title={texts.open}
      onClick={() => replay.send({type: 'replay.requested'})}
    >
      <IconHistory size={16} aria-hidden="true" />
    </button>
  )
}
