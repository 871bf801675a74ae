import {CloseButton} from '@mantine/core'
import {useSelector} from '@xstate/react'
import styles from './Announcements.module.css'
import {useConsole} from './logic'
import {texts} from './texts'

/** Tells what was done, politely. Always there, as a region that comes together with its text is not read out. */
export function Announcements() {
  const {announcer} = useConsole()
  const isSaying = useSelector(announcer, s => s.matches('saying'))
  const text = useSelector(announcer, ({context}) => context.text)
  const count = useSelector(announcer, ({context}) => context.count)
  return (
    <div className={styles.corner}>
      <div role="status">
        {isSaying && (
          <p key={count} className={styles.announcement}>
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d="M2.5 8.5l4 4 7-9" />
            </svg>
            {text}
          </p>
        )}
      </div>
      {isSaying && (
        <CloseButton
          aria-label={texts.closeAnnouncement}
          size="sm"
          onClick={() => announcer.send({type: 'announcement.closed'})}
        />
      )}
    </div>
  )
}
