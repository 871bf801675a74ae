import {Button, CloseButton} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {UploadsRef} from '../../../machines/media/uploads'
import {texts} from './texts'
import {UploadLine} from './UploadLine'
import styles from './Uploads.module.css'

/** The videos on their way to the server, with the ones that arrived lately and the ones that a former page left. */
export function UploadList({uploads}: {uploads: UploadsRef}) {
  const listed = useSelector(uploads, ({context}) => context.uploads)
  const unfinished = useSelector(uploads, ({context}) => context.unfinished)
  return (
    <>
      <ul className={styles.list} aria-label={texts.list}>
        {listed.map(({id, upload}) => (
          <UploadLine key={id} upload={upload} onDismissed={() => uploads.send({type: 'ended.dismissed', id})} />
        ))}
        {unfinished.map(({key, name}) => (
          <li key={key} className={styles.line}>
            <span className={styles.picture} />
            <div className={styles.told}>
              <span className={styles.name}>
                <bdi>{name}</bdi>
              </span>
              <span>{texts.unfinished}</span>
            </div>
            <CloseButton
              aria-label={texts.dismiss(name)}
              onClick={() => uploads.send({type: 'unfinished.dismissed', key})}
            />
          </li>
        ))}
      </ul>
      {listed.length > 1 && listed.every(({phase}) => ENDED.includes(phase)) && (
        <Button variant="default" size="xs" w="fit-content" onClick={() => uploads.send({type: 'ended.dismissed'})}>
          {texts.clear}
        </Button>
      )}
    </>
  )
}

const ENDED: readonly string[] = ['ready', 'failed', 'refused', 'cancelled']
