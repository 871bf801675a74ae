import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import {Link, Navigate, useParams} from 'react-router-dom'
import {type ConsoleRecord, type Description, titleOf} from '../../../domain/console/records/description'
import {typedText} from '../../../domain/console/records/draft'
import {mayChange, mayDescribe} from '../../../domain/rights'
import type {RecordRef, RecordSnapshot} from '../../../machines/console/record/record'
import {Notice, NoticeButton} from '../../kit/loading/Notice'
import {buttons} from '../../kit/text/texts'
import {useMay, usePaths, useViewer} from '../../kit/viewer'
import {texts as common} from '../../texts'
import {Attributes} from '../attributes/Attributes'
import {ConsolePage} from '../ConsolePage'
import {useCrumbs} from '../crumbs'
import {DevicePanels} from '../device/DevicePanels'
import {useRecord} from '../logic'
import {Thresholds} from '../thresholds/Thresholds'
import {ConflictDialog} from './ConflictDialog'
import {Overview} from './Overview'
import styles from './RecordDetails.module.css'
import {RecordForm} from './RecordForm'
import {ShownRecord} from './ShownRecord'
import {texts} from './texts'

export interface RecordPageProps {
  description: Description
  /** Whether the page opens with the form instead of the details. */
  isEditing?: boolean
  /** The record at the top of the viewer's pages; without it, the address names the record. */
  ownId?: string | undefined
  /** The name of the part that is shown below the heading, for the title of the browser's tab. */
  part?: string | undefined
  /** Renders the part below the heading; without it, the details of the record are shown. */
  children?: (record: ConsoleRecord) => ReactNode
}

export function RecordPage({isEditing = false, ...props}: RecordPageProps) {
  const named = useParams().id ?? ''
  const id = props.ownId ?? named
  if (id === '') return <Unfound heading={texts.missingId(props.description.noun)} />
  return <Opened key={`${props.description.kind} ${id} ${isEditing}`} id={id} isEditing={isEditing} {...props} />
}

interface OpenedProps extends RecordPageProps {
  id: string
  isEditing: boolean
}

function Opened({description, id, ownId, part, isEditing, children}: OpenedProps) {
  const paths = usePaths()
  const viewer = useViewer()
  const record = useRecord({description, id, organisationId: '', isEditing})
  const place = useSelector(record, placeOf)
  const found = useSelector(record, ({context}) => context.record)

  if (place === 'notFound') return <NotFound record={record} heading={description.texts.notFound} />
  if (place === 'failed') return <Unloaded record={record} />
  if (found === null) return <Notice kind="waiting" heading={texts.loading} />
  switch (place) {
    case 'form':
      if (!mayChange(viewer, 'edit', description, found))
        return <Navigate to={paths.record(description.kind, id)} replace />
      return <EditedRecord record={record} description={description} found={found} />
    case 'closed':
      return <Navigate to={paths.record(description.kind, id)} replace />
    case 'deleted':
      return <Navigate to={paths.list(description.kind, typedText(found.values.organisationId))} replace />
    case 'shown':
      return (
        <ShownRecord record={record} description={description} found={found} part={part} isTop={ownId !== undefined}>
          {children?.(found) ?? <RecordDetails description={description} record={found} />}
        </ShownRecord>
      )
    default:
      return place satisfies never
  }
}

function placeOf(snapshot: RecordSnapshot): 'notFound' | 'failed' | 'form' | 'closed' | 'deleted' | 'shown' {
  if (snapshot.matches('notFound')) return 'notFound'
  if (snapshot.matches('failed')) return 'failed'
  if (snapshot.matches('closed')) return 'closed'
  if (snapshot.matches('deleted')) return 'deleted'
  return snapshot.hasTag('form') ? 'form' : 'shown'
}

/** The server's message is below the heading unless it repeats it. */
function NotFound({record, heading}: {record: RecordRef; heading: string}) {
  const message = useSelector(record, ({context}) => context.message)
  return <Unfound heading={heading} {...(message === null || message === heading ? {} : {hint: message})} />
}

function Unfound(said: {heading: string; hint?: string}) {
  return (
    <Notice kind="failed" {...said}>
      <BackButton />
    </Notice>
  )
}

export function BackButton() {
  const paths = usePaths()
  const seesAll = useMay('organisation.list')
  return (
    <Button component={Link} to={paths.console} variant="default">
      {seesAll ? texts.back : texts.backToSettings}
    </Button>
  )
}

function Unloaded({record}: {record: RecordRef}) {
  const message = useSelector(record, ({context}) => context.message)
  const isRetrying = useSelector(record, s => s.hasTag('busy'))
  return (
    <Notice kind="failed" heading={message ?? ''}>
      <NoticeButton isBusy={isRetrying} onClick={() => record.send({type: 'retry.requested'})}>
        {isRetrying ? common.retrying : buttons.retry}
      </NoticeButton>
    </Notice>
  )
}

interface EditedRecordProps {
  record: RecordRef
  description: Description
  found: ConsoleRecord
}

function EditedRecord({record, description, found}: EditedRecordProps) {
  const heading = texts.editing(titleOf(description, found))
  const crumbs = useCrumbs(description, typedText(found.values.organisationId))
  const paths = usePaths()
  return (
    <ConsolePage heading={heading} crumbs={crumbs}>
      <RecordForm record={record} form="edit" heading={heading} back={paths.record(description.kind, found.id)} />
      <ConflictDialog record={record} />
    </ConsolePage>
  )
}

function RecordDetails({description, record}: {description: Description; record: ConsoleRecord}) {
  const {kind} = description
  const isReadOnly = !mayDescribe(useViewer(), description, record)
  const overview = <Overview description={description} record={record} />
  const attributes = (
    <Attributes
      kind={kind}
      isReadOnly={isReadOnly}
      id={record.id}
      organisationId={organisationOf(description, record)}
    />
  )
  if (kind === 'device') {
    const customerId = typedText(record.values.customerId)
    const owner = {kind, id: record.id, organisationId: organisationOf(description, record)}
    const thresholds = <Thresholds {...{...owner, isReadOnly}} customerId={customerId === '' ? null : customerId} />
    return <DevicePanels record={record} overview={overview} attributes={attributes} thresholds={thresholds} />
  }
  return (
    <div className={styles.columns}>
      {overview}
      {kind === 'customer' ? (
        <div className={styles.column}>
          <Thresholds
            kind={kind}
            isReadOnly={isReadOnly}
            id={record.id}
            organisationId={organisationOf(description, record)}
            customerId={null}
          />
          {attributes}
        </div>
      ) : (
        attributes
      )}
    </div>
  )
}

function organisationOf({kind}: Description, {id, values}: ConsoleRecord): string | null {
  const organisationId = kind === 'organisation' ? id : typedText(values.organisationId)
  return organisationId === '' ? null : organisationId
}
