import {CloseButton} from '@mantine/core'
import {useSelector} from '@xstate/react'
import styles from './Announcements.module.css'
import {useConsole} from './logic'
import {texts} from './texts'

/** The status region is rendered even while it is empty: screen readers skip a region that appears with its text. */
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
