import {type ConsoleRecord, type Description, titleOf} from '../../../domain/console/records/description'
import {typedText} from '../../../domain/console/records/draft'
import type {RecordRef} from '../../../machines/console/record/record'
import {usePaths} from '../../kit/viewer'
import {ConsolePage} from '../ConsolePage'
import {useCrumbs} from '../crumbs'
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
  const crumbs = useCrumbs(description, typedText(found.values.organisationId))
  const paths = usePaths()
  return (
    <ConsolePage heading={heading} crumbs={crumbs}>
      <RecordForm record={record} form="edit" heading={heading} back={paths.record(description.kind, found.id)} />
      <ConflictDialog record={record} />
    </ConsolePage>
  )
}
