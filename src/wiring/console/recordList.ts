import {map, type Observable} from 'rxjs'
import {fromEventObservable, fromPromise} from 'xstate'
import {assignRecord, deleteRecord, listPage, listRecords} from '../../api/console/records'
import type {Http} from '../../api/http'
import {customers} from '../../domain/console/records/customers'
import type {ConsoleRecord, Description} from '../../domain/console/records/description'
import {searchFromListView} from '../../domain/console/records/list/list'
import type {PageQuestion, RecordPage} from '../../domain/console/records/questions'
import {failureOf} from '../../domain/failure'
import {openedFromAddress} from '../../domain/savedView'
import {bulkMachine, type RecordJob, recordBatchMachine} from '../../machines/console/bulk'
import {
  type AddressChanged,
  type RecordListLogic,
  recordListMachine,
  type ViewPlace,
} from '../../machines/console/recordList'
import {connected} from '../../machines/ports'
import {download} from '../../ui/kit/text/download'
import {createAddress} from '../address'
import type {AddressRouter} from '../addressZone'
import {ask} from '../ask'
import {createBatchRun} from '../batchRun'
import type {Connections} from '../connections'

const PAGE_LENGTH = 200

export interface RecordListConnections
  extends Pick<Connections, 'http' | 'links' | 'retries' | 'serverClock' | 'config'> {
  router: () => AddressRouter
}

export function createRecordListLogic(connections: RecordListConnections): RecordListLogic {
  const {http, links, router} = connections
  const saveFile = (_: unknown, {name, text}: {name: string; text: string}) => download(name, 'text/csv', text)
  const address = () => createAddress(router(), router().state.location.pathname)
  return connected(recordListMachine)({
    actors: {
      linkChanges: fromEventObservable(() => links),
      addressChanges: fromEventObservable(({input}) => addressChanges(address(), input)),
      loadPage: fromPromise(({input, signal}) => loadPage(connections, input, signal)),
      bulk: connected(bulkMachine)({
        actors: {
          retries: connections.retries,
          loadCustomers: ask(http, (_, {organisationId}, options) =>
            listRecords(http, {description: customers, organisationId}, options),
          ),
          batch: connected(recordBatchMachine)({actors: {run: createRun(http)}}),
        },
        actions: {saveFile},
      }),
    },
    actions: {
      saveFile,
      pushToUrl: (_, {description, view, prefix, history}) => {
        const shown = address()
        shown.show(searchFromListView(description, view, shown.search(), prefix), {replace: history === 'replace'})
      },
    },
  })
}

/** The router also reports the unchanged address when it starts to leave it, so only a different one counts. */
function addressChanges(
  address: ReturnType<typeof createAddress>,
  {description, prefix}: ViewPlace,
): Observable<AddressChanged> {
  return address.changes.pipe(
    map(search => ({type: 'address.changed', opened: openedFromAddress(description, search, prefix)})),
  )
}

async function loadPage(
  {http, serverClock, config: {lateAfter}}: Pick<RecordListConnections, 'http' | 'serverClock' | 'config'>,
  {isPaging, ...question}: PageQuestion,
  signal: AbortSignal,
): Promise<RecordPage> {
  const {description, organisationId} = question
  if (isPaging) {
    const page = await listPage(http, {...question, limit: PAGE_LENGTH, lateAfter}, {signal})
    return {...page, readAt: serverClock.now()}
  }
  const records = await listRecords(http, {description, organisationId}, {signal})
  return {records, next: null, total: records.length, isWhole: true, readAt: serverClock.now()}
}

const createRun = (http: Http) =>
  createBatchRun<ConsoleRecord, RecordJob>({
    async act(record, {description, action, customerId}, signal) {
      if (action === 'delete') await deleteOne(http, {description, record}, signal)
      else await assignRecord(http, {description, record, customerId}, {signal})
    },
    failed: ({description: {texts}, action}) => (action === 'delete' ? texts.deleteFailed : texts.saveFailed),
  })

/** A record that is already gone counts as deleted, because another user or a lost request has deleted it. */
async function deleteOne(
  http: Http,
  {description, record: {id}}: {description: Description; record: ConsoleRecord},
  signal: AbortSignal,
): Promise<void> {
  try {
    await deleteRecord(http, {description, id}, {signal})
  } catch (error) {
    if (failureOf(error).status !== 404) throw error
  }
}
