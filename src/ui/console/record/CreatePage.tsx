import {useSelector} from '@xstate/react'
import {Navigate, useParams} from 'react-router-dom'
import type {Description} from '../../../domain/console/records/description'
import {Notice} from '../../kit/loading/Notice'
import {usePaths} from '../../kit/viewer'
import {ConsolePage} from '../ConsolePage'
import {useCrumbs} from '../crumbs'
import {useRecord} from '../logic'
import {RecordForm} from './RecordForm'
import {BackButton} from './RecordPage'
import {texts} from './texts'

/** The `:id` in the address is that of the organisation that the new record will belong to. */
export function CreatePage({description}: {description: Description}) {
  const {id = ''} = useParams()
  if (id === '' && description.kind !== 'organisation') {
    return (
      <Notice kind="failed" heading={texts.missingOrganisation}>
        <BackButton />
      </Notice>
    )
  }
  return <Creation key={`${description.kind} ${id}`} description={description} organisationId={id} />
}

function Creation({description, organisationId}: {description: Description; organisationId: string}) {
  const record = useRecord({description, id: null, organisationId, isEditing: true})
  const isCreated = useSelector(record, s => s.matches('created'))
  const createdId = useSelector(record, ({context}) => context.record?.id ?? null)
  const heading = texts.create(description.noun)
  const crumbs = useCrumbs(description, organisationId)
  const paths = usePaths()
  if (isCreated) {
    return <Navigate to={paths.created(description.kind, {id: createdId, organisationId})} replace />
  }
  return (
    <ConsolePage heading={heading} crumbs={crumbs}>
      <RecordForm record={record} form="create" heading={heading} back={paths.list(description.kind, organisationId)} />
    </ConsolePage>
  )
}
