import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {IconBell, IconCheck, IconVolume, IconVolumeOff} from '../../kit/mark/icons'
import spoken from '../../kit/text/Spoken.module.css'
import {useAlarms} from '../logic'
import styles from './BellControls.module.css'
import {texts} from './texts'

/** Switches the sound, and asks the browser for notifications. */
export function BellControls() {
  return (
    <div className={styles.controls}>
      <Notifications />
      <Sound />
    </div>
  )
}

function Sound() {
  const {bell} = useAlarms().logic
  const isMuted = useSelector(bell, s => s.matches({sound: 'muted'}))
  const isAwaited = useSelector(bell, s => s.matches({sound: 'awaitingTouch'}))
  const Icon = isMuted ? IconVolumeOff : IconVolume
  return (
    <>
      {isAwaited && <span className={styles.hint}>{texts.sound.awaitingTouch}</span>}
      <Button
        variant="default"
        size="xs"
        aria-pressed={!isMuted}
        leftSection={<Icon size={16} aria-hidden />}
        title={isMuted ? texts.sound.unmute : texts.sound.mute}
        onClick={() => bell.send({type: 'sound.switched'})}
      >
        <span className={styles.word}>{isMuted ? texts.sound.off : texts.sound.on}</span>
        <span className={spoken.spoken}> ({texts.sound.label})</span>
      </Button>
    </>
  )
}

function Notifications() {
  const {bell} = useAlarms().logic
  const isAllowed = useSelector(bell, s => s.matches({notifications: 'allowed'}))
  const isRefused = useSelector(bell, s => s.matches({notifications: 'refused'}))
  const isAsking = useSelector(bell, s => s.matches({notifications: 'asking'}))
  if (isRefused) return <span className={styles.hint}>{texts.notifications.refused}</span>
  if (isAllowed)
    return (
      <span className={styles.hint}>
        <IconCheck size={14} aria-hidden /> {texts.notifications.allowed}
      </span>
    )
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconBell size={16} aria-hidden />}
      aria-busy={isAsking}
      aria-disabled={isAsking}
      onClick={() => bell.send({type: 'notifications.requested'})}
    >
      <span className={styles.word}>{isAsking ? texts.notifications.asking : texts.notifications.allow}</span>
    </Button>
  )
}
