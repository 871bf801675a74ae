import {useSelector} from '@xstate/react'
import type {RecordListRef} from '../../../machines/console/recordList'
import {Notice, NoticeButton} from '../../kit/Notice'
import {ActionBar} from './ActionBar'
import {BulkDialog} from './BulkDialog'
import styles from './List.module.css'
import {RecordTable} from './RecordTable'
import {Toolbar} from './Toolbar'
import {texts} from './texts'

/** `owner` is the title of the organisation that the records belong to; the name of the exported file contains it. */
export function RecordList({list, owner = ''}: {list: RecordListRef; owner?: string}) {
  const plural = useSelector(list, ({context}) => context.description.plural.toLowerCase())
  const isLoading = useSelector(list, s => s.matches('loading'))
  const isFailed = useSelector(list, s => s.matches('failed'))
  return (
    <div className={styles.list}>
      <Toolbar list={list} owner={owner} />
      {isLoading && <Notice kind="waiting" heading={texts.loading(plural)} />}
      {isFailed && <Failed list={list} />}
      {!isLoading && !isFailed && <Loaded list={list} />}
    </div>
  )
}

function Loaded({list}: {list: RecordListRef}) {
  const isEmpty = useSelector(list, ({context}) => context.shown.length === 0)
  const isMissed = useSelector(list, s => s.hasTag('missed'))
  return (
    <>
      {isMissed && <Missed list={list} />}
      {isEmpty ? <Empty list={list} /> : <RecordTable list={list} />}
      <ActionBar list={list} />
      <BulkDialog list={list} />
    </>
  )
}

function Failed({list}: {list: RecordListRef}) {
  const message = useSelector(list, ({context}) => context.message)
  return (
    <div role="alert" className={styles.message}>
      <p>{message}</p>
      <NoticeButton onClick={() => list.send({type: 'retry.requested'})}>{texts.retry}</NoticeButton>
    </div>
  )
}

function Missed({list}: {list: RecordListRef}) {
  const message = useSelector(list, ({context}) => context.message)
  return (
    <div role="alert" className={styles.missed}>
      <p>
        {message} {texts.missed}
      </p>
      <NoticeButton onClick={() => list.send({type: 'retry.requested'})}>{texts.retry}</NoticeButton>
    </div>
  )
}

function Empty({list}: {list: RecordListRef}) {
  const q = useSelector(list, ({context}) => context.view.q.trim())
  const {noun, plural, kind} = useSelector(list, ({context}) => context.description)
  if (q !== '') {
    return (
      <div className={styles.message}>
        <p>{texts.nothingFound(q)}</p>
        <NoticeButton onClick={() => list.send({type: 'search.changed', q: ''})}>{texts.clearSearch}</NoticeButton>
      </div>
    )
  }
  return (
    <div className={styles.message}>
      <p>
        <strong>{texts.empty(plural.toLowerCase())}</strong>
      </p>
      <p>{kind === 'device' ? texts.emptyDevices : texts.emptyNext(noun)}</p>
    </div>
  )
}
