import {useActorRef} from '@xstate/react'
import {useLocation} from 'react-router-dom'
import type {Description} from '../../../domain/console/records/description'
import {openedFromAddress} from '../../../domain/savedView'
import type {RecordListRef} from '../../../machines/console/recordList'
import {useConsole} from '../logic'

/**
 * The machine starts with the component and stops with it. `prefix` precedes the names of its address parameters and must
 * differ from that of every other list on the page.
 */
export function useRecordList(description: Description, organisationId = '', prefix = ''): RecordListRef {
  const {recordList} = useConsole()
  const {search} = useLocation()
  return useActorRef(recordList, {
    input: {description, organisationId, prefix, opened: openedFromAddress(description, search, prefix)},
  })
}
