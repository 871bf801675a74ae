import {type ComponentType, createElement} from 'react'
import {fromEventObservable, fromPromise} from 'xstate'
import {createRecord, deleteRecord, listPage, listRecords, loadRecord, saveRecord} from '../api/records'
import {bulkMachine} from '../machines/bulk'
import {type RecordLogic, recordMachine} from '../machines/record'
import {type RecordListLogic, recordListMachine} from '../machines/recordList'
import {outcomes} from '../streams/outcomes'
import {ConsoleScreen} from '../ui/console/ConsoleScreen'
import type {ConsoleLogic} from '../ui/console/logic'
import type {Connections} from './connections'

const PAGE_LENGTH = 200

export function createConsoleScreen(connections: Connections): ComponentType {
  const logic: ConsoleLogic = {record: createRecordLogic(connections), recordList: createRecordListLogic(connections)}
  return () => createElement(ConsoleScreen, {logic})
}

function createRecordLogic({http}: Connections): RecordLogic {
  return recordMachine.provide({
    actors: {
      loadRecord: fromPromise(({input: {description, id}, signal}) => loadRecord(http, description, id, {signal})),
      createRecord: fromPromise(({input: {description, organisationId, body}, signal}) =>
        createRecord(http, description, {organisationId, body}, {signal}),
      ),
      saveRecord: fromPromise(({input: {description, ...saved}, signal}) =>
        saveRecord(http, description, saved, {signal}),
      ),
      deleteRecord: fromPromise(({input: {description, id}, signal}) => deleteRecord(http, description, id, {signal})),
    },
  })
}

function createRecordListLogic({http}: Connections): RecordListLogic {
  return recordListMachine.provide({
    actors: {
      loadAll: fromPromise(({input: {description, organisationId}, signal}) =>
        listRecords(http, description, organisationId, {signal}),
      ),
      loadPage: fromPromise(({input: {description, organisationId, view, cursor}, signal}) =>
        listPage(http, description, organisationId, {...view, limit: PAGE_LENGTH, cursor}, {signal}),
      ),
      bulk: bulkMachine.provide({
        actors: {
          rowOutcomes: fromEventObservable(({input: {description, action, records}}) =>
            outcomes(
              records.map(({id}) => id),
              async (id, signal) => {
                if (action.kind === 'delete') await deleteRecord(http, description, id, {signal})
                else
                  await saveRecord(
                    http,
                    description,
                    {id, body: {customer_id: action.customerId}, version: null},
                    {signal},
                  )
              },
              action.kind === 'delete' ? description.texts.deleteFailed : description.texts.saveFailed,
            ),
          ),
        },
      }),
    },
  })
}
