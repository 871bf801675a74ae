import {useActorRef, useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import {rowsOf} from '../../../domain/alarms/rows'
import type {AlarmListRef} from '../../../machines/alarms/list'
import {alarmPath} from '../../alarmPaths'
import {Skeleton} from '../../kit/loading/Skeleton'
import {BesideList} from '../../kit/table/BesideList'
import {useAlarms} from '../logic'
import {Actions} from '../page/AlarmPage'
import {Around} from '../page/Around'
import {Journal} from '../page/Journal'
import {Now} from '../page/Now'
import {texts} from '../texts'
import styles from './Peek.module.css'

/** Shows the alarm in the address beside the list. */
export function Peek({list}: {list: AlarmListRef}) {
  const id = useSelector(list, ({context}) => context.peek)
  return id && <Opened key={id} list={list} id={id} />
}

function Opened({list, id}: {list: AlarmListRef; id: string}) {
  const {logic} = useAlarms()
  const page = useActorRef(logic.page, {input: {id, now: logic.now()}})
  const rows = useSelector(list, ({context}) => rowsOf(context))
  const alarm = useSelector(page, ({context}) => context.history?.alarm) ?? rows.find(row => row.id === id)
  const isLost = useSelector(page, s => s.matches('notFound') || s.matches('failed'))
  const message = useSelector(page, ({context}) => context.message)
  const at = rows.findIndex(row => row.id === id)
  const isShown = useSelector(page, s => s.matches('shown'))
  return (
    <BesideList
      title={alarm === undefined ? texts.heading : texts.page.title(alarm.deviceName, alarm.key)}
      words={texts.peek}
      previous={rows[at - 1]?.id}
      next={rows[at + 1]?.id}
      onShown={shown => list.send({type: 'peek.changed', id: shown, isFollowing: true})}
      onClosed={() => list.send({type: 'peek.changed', id: null})}
    >
      <div className={styles.actions}>
        <Link to={alarmPath(id)}>{texts.peek.page}</Link>
        {isShown && <Actions page={page} />}
      </div>
      {isLost && <p role="alert">{message ?? texts.page.notFound}</p>}
      {!isShown && !isLost && <Skeleton height="20rem" />}
      {isShown && (
        <div className={styles.parts}>
          <Now page={page} />
          <Around page={page} />
          <Journal page={page} />
        </div>
      )}
    </BesideList>
  )
}
