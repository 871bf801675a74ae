import {type ConsoleRecord, type Description, titleOf} from '../../../domain/console/records/description'
import {typedText} from '../../../domain/console/records/draft'
import type {RecordRef} from '../../../machines/console/record/record'
import {ConsolePage} from '../ConsolePage'
import {crumbsAbove} from '../crumbs'
import {recordPath} from '../paths'
import {ConflictDialog} from './ConflictDialog'
import {RecordForm} from './RecordForm'
import {texts} from './texts'

export interface EditedRecordProps {
  record: RecordRef
  description: Description
  found: ConsoleRecord
}

export function EditedRecord({record, description, found}: EditedRecordProps) {
  const heading = texts.editing(titleOf(description, found))
  const organisationId = typedText(found.values.organisationId)
  return (
    <ConsolePage heading={heading} crumbs={crumbsAbove(description, organisationId)}>
      <RecordForm record={record} form="edit" heading={heading} back={recordPath(description.kind, found.id)} />
      <ConflictDialog record={record} />
    </ConsolePage>
  )
}
