import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import {Link} from 'react-router-dom'
import {type ConsoleRecord, type Description, nameOf} from '../../../domain/console/records/description'
import {mayChange} from '../../../domain/rights'
import type {RecordListRef} from '../../../machines/console/recordList'
import {Notice} from '../../kit/loading/Notice'
import {BesideList} from '../../kit/table/BesideList'
import {usePaths, useViewer} from '../../kit/viewer'
import {useRecord} from '../logic'
import {Overview} from '../record/Overview'
import styles from './Peek.module.css'
import {texts} from './texts'
import {viewTexts} from './views/viewTexts'

/** Shows the record in the address beside the list, and on a phone at the lower edge. */
export function Peek({list}: {list: RecordListRef}) {
  const id = useSelector(list, ({context}) => context.view.peek)
  const description = useSelector(list, ({context}) => context.description)
  const record = useSelector(list, ({context}) => context.shown.find(one => one.id === id))
  if (id === null) return null
  return record === undefined ? (
    <Elsewhere key={id} list={list} description={description} id={id} />
  ) : (
    <Panel list={list} description={description} record={record} />
  )
}

/** The record is not among the loaded rows. */
function Elsewhere({list, description, id}: {list: RecordListRef; description: Description; id: string}) {
  const record = useRecord({description, id, organisationId: '', isEditing: false})
  const found = useSelector(record, ({context}) => context.record)
  const isLost = useSelector(record, s => s.matches('notFound') || s.matches('failed'))
  const message = useSelector(record, ({context}) => context.message)
  if (found !== null) return <Panel list={list} description={description} record={found} />
  return (
    <Frame list={list} title={id}>
      {isLost ? (
        <p role="alert">{message ?? description.texts.notFound}</p>
      ) : (
        <Notice kind="waiting" heading={viewTexts.peek.loading} />
      )}
    </Frame>
  )
}

interface PanelProps {
  list: RecordListRef
  description: Description
  record: ConsoleRecord
}

function Panel({list, description, record}: PanelProps) {
  const {kind} = description
  const paths = usePaths()
  const mayEdit = mayChange(useViewer(), 'edit', description, record)
  return (
    <Frame list={list} title={nameOf(description, record)}>
      <p className={styles.links}>
        <Link to={paths.record(kind, record.id)}>{viewTexts.peek.page}</Link>
        {mayEdit && <Link to={paths.edit(kind, record.id)}>{texts.edit}</Link>}
      </p>
      <Overview description={description} record={record} />
    </Frame>
  )
}

function Frame({list, title, children}: {list: RecordListRef; title: string; children: ReactNode}) {
  const shown = useSelector(list, ({context}) => context.shown)
  const at = useSelector(list, ({context}) => context.shown.findIndex(({id}) => id === context.view.peek))
  return (
    <BesideList
      title={title}
      words={viewTexts.peek}
      previous={shown[at - 1]?.id}
      next={shown[at + 1]?.id}
      onShown={id => list.send({type: 'view.changed', view: {peek: id}, history: 'replace'})}
      onClosed={() => list.send({type: 'view.changed', view: {peek: null}})}
    >
      {children}
    </BesideList>
  )
}
