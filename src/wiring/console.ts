import {type ComponentType, createElement} from 'react'
import {createActor, fromEventObservable, fromPromise} from 'xstate'
import {createRecord, deleteRecord, listPage, listRecords, loadRecord, saveRecord} from '../api/records'
import type {KeptDraft} from '../domain/records/draft'
import {type AnnouncerRef, announcerMachine} from '../machines/announcer'
import {bulkMachine} from '../machines/bulk'
import {type RecordLogic, recordMachine} from '../machines/record'
import {type RecordListLogic, recordListMachine} from '../machines/recordList'
import type {RecordPlace} from '../machines/recordSetup'
import {outcomes} from '../streams/outcomes'
import {ConsoleScreen} from '../ui/console/ConsoleScreen'
import type {ConsoleLogic} from '../ui/console/logic'
import type {Connections} from './connections'
import type {DraftPlace, DraftsOf} from './drafts'

const PAGE_LENGTH = 200

export interface ConsoleConnections extends Connections {
  drafts: DraftsOf<KeptDraft>
}

export function createConsoleScreen(connections: ConsoleConnections): ComponentType {
  const announcer = createActor(announcerMachine).start()
  const logic: ConsoleLogic = {
    record: createRecordLogic(connections, announcer),
    recordList: createRecordListLogic(connections),
    announcer,
    keptDraft: place => connections.drafts.find(draftPlace(place)),
  }
  return () => createElement(ConsoleScreen, {logic})
}

function createRecordLogic({http, drafts}: ConsoleConnections, announcer: AnnouncerRef): RecordLogic {
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
    actions: {
      tell: (_, {text}) => announcer.send({type: 'done.told', text}),
      keepDraft: (_, {place, kept}) => drafts.keep(draftPlace(place), kept),
    },
  })
}

/** A form for a new one is told from others by where the new one will belong. */
const draftPlace = ({userId, kind, id, organisationId}: RecordPlace): DraftPlace => ({
  userId,
  screen: `/sys_admin/${kind}${id === null ? `-create/${organisationId}` : `/${id}`}`,
})

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
