import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import type {IdIntent} from '../../../../contract/rules/lists/idList'
import type {PlaylistIntent, PlaylistItem} from '../../../../contract/rules/lists/playlist'
import type {ListRef} from '../../../machines/listAttribute'
import {NoticeButton} from '../../kit/loading/Notice'
import {RetryButton, useTried} from '../../kit/loading/Retry'
import styles from '../screen/Media.module.css'
import {texts} from '../texts'

export type AnyListRef = ListRef<PlaylistItem, PlaylistIntent> | ListRef<string, IdIntent>

/** Shows the list, or why it can't be shown. */
export function ListState({list, mayReplace, children}: {list: AnyListRef; mayReplace: boolean; children: ReactNode}) {
  const state = useSelector(list, ({value}) =>
    typeof value.list === 'string' ? value.list : Object.keys(value.list)[0],
  )
  const message = useSelector(list, ({context}) => context.message)
  const {isFailed, isRetrying} = useTried(state === 'unread', state === 'reading')
  switch (isFailed ? 'unread' : state) {
    case 'unread':
      return (
        <div role="alert" className={styles.hint}>
          <p>{message}</p>
          <RetryButton isBusy={isRetrying} onClick={() => list.send({type: 'retry.requested'})} />
        </div>
      )
    case 'gone':
      return (
        <p role="alert" className={styles.hint}>
          {texts.list.gone}
        </p>
      )
    case 'foreign':
      return (
        <div role="alert" className={styles.hint}>
          <p>{texts.list.foreign}</p>
          {mayReplace && (
            <NoticeButton onClick={() => list.send({type: 'replacement.confirmed'})}>{texts.list.replace}</NoticeButton>
          )}
        </div>
      )
    case 'stored':
      return <>{children}</>
    default:
      return (
        <p role="status" className={styles.hint}>
          {texts.list.loading}
        </p>
      )
  }
}
