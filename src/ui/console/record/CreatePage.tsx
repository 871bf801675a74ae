import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {Link, Navigate, useParams} from 'react-router-dom'
import type {Description} from '../../../domain/console/records/description'
import {Notice} from '../../kit/loading/Notice'
import {ConsolePage} from '../ConsolePage'
import {crumbsAbove} from '../crumbs'
import {useRecord} from '../logic'
import {consolePath, createdPath, listPath} from '../paths'
import {RecordForm} from './RecordForm'
import {texts} from './texts'

/** The `:id` in the address is that of the organisation that the new record will belong to. */
export function CreatePage({description}: {description: Description}) {
  const {id = ''} = useParams()
  if (id === '' && description.kind !== 'organisation') {
    return (
      <Notice kind="failed" heading={texts.missingOrganisation}>
        <Button component={Link} to={consolePath} variant="default">
          {texts.back}
        </Button>
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
  if (isCreated) {
    return <Navigate to={createdPath(description.kind, {id: createdId, organisationId})} replace />
  }
  return (
    <ConsolePage heading={heading} crumbs={crumbsAbove(description, organisationId)}>
      <RecordForm record={record} form="create" heading={heading} back={listPath(description.kind, organisationId)} />
    </ConsolePage>
  )
}
