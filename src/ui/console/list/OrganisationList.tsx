import {type ConsoleRecord, type Description, nameOf} from '../../../domain/console/records/description'
import {organisations} from '../../../domain/console/records/organisations'
import {RecordList} from './RecordList'
import {useRecordList} from './useRecordList'

/** Lists the records of one kind that belong to the organisation. */
export function OrganisationList({description, organisation}: {description: Description; organisation: ConsoleRecord}) {
  const list = useRecordList(description, organisation.id)
  return <RecordList list={list} owner={nameOf(organisations, organisation)} />
}
