import {type ConsoleRecord, type Description, nameOf} from '../../../domain/console/records/description'
import {organisations} from '../../../domain/console/records/organisations'
import {RecordList} from './RecordList'
import {useRecordList} from './useRecordList'

/** What belongs to an organisation, of one kind. */
export function OrganisationList({description, organisation}: {description: Description; organisation: ConsoleRecord}) {
  const list = useRecordList(description, organisation.id)
  return <RecordList list={list} owner={nameOf(organisations, organisation)} />
}
