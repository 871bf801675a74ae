import {act, fireEvent, screen} from '@testing-library/react'
import {createElement} from 'react'
import {Route, Routes} from 'react-router-dom'
import {createActor, fromPromise} from 'xstate'
import type {Offer} from '../../../contract/wire/capabilities'
import type {Change, ChangeQuestion} from '../../../src/domain/console/change'
import type {ConsoleRecord} from '../../../src/domain/console/records/description'
import {assets} from '../../../src/domain/console/records/descriptions'
import {devices} from '../../../src/domain/console/records/devices'
import type {StoredDraft} from '../../../src/domain/console/records/draft'
import {organisations} from '../../../src/domain/console/records/organisations'
import type {CreationQuestion, RecordQuestion, SaveQuestion} from '../../../src/domain/console/records/questions'
import {users} from '../../../src/domain/console/records/users'
import {type ChoicesQuestion, choicesMachine} from '../../../src/machines/console/record/choices'
import {conflictMachine} from '../../../src/machines/console/record/conflict'
import {deletionMachine} from '../../../src/machines/console/record/deletion'
import {type RecordPlace, recordMachine} from '../../../src/machines/console/record/record'
import {recordListMachine} from '../../../src/machines/console/recordList'
import {toastsMachine} from '../../../src/machines/shell/toasts'
import {type ConsoleLogic, ConsoleProvider} from '../../../src/ui/console/logic'
import {OrganisationPage} from '../../../src/ui/console/OrganisationPage'
import {CreatePage} from '../../../src/ui/console/record/CreatePage'
import {RecordPage} from '../../../src/ui/console/record/RecordPage'
import {createCalls} from '../../machines/calls'
import {linkOffering} from '../../machines/quietLink'
import {refused} from '../../support/failures'
import {openPage, userOf, type WorldOptions} from '../world'
import {quietParts} from './quietParts'

const NAMES = {title: 'Harbour Works', email: 'office@harbour.test', phone: '+49 40 1234'}
export const HARBOUR: ConsoleRecord = {
  id: 'o1',
  version: 3,
  counts: {customers: 1, users: 2, devices: 3, assets: 0},
  values: {...NAMES, city: 'Hamburg', additionalInfo: {shift: 'night'}, createdAt: 1_700_000_000_000, version: 3},
}
export const BOILER: ConsoleRecord = {
  id: 'd1',
  version: 1,
  counts: {},
  values: {name: 'Boiler', organisationId: 'o1', customerId: 'c1', firmwareId: null},
}
export const DELETED_USER: ConsoleRecord = {
  id: 'u7',
  version: 1,
  counts: {},
  values: {email: 'petra@harbour.test', authority: 'CUSTOMER_USER', userDeleted: true, organisationId: 'o1'},
}

/** The pages of records with their real machine, on a server that has the given ones; what changes it is answered by hand. */
export async function openConsole(
  at: string,
  stored: readonly ConsoleRecord[] = [HARBOUR, BOILER, DELETED_USER],
  parts: Partial<ConsoleLogic> = {},
  offer?: Offer | null,
  world: Partial<WorldOptions> = {},
) {
  const creations = createCalls<ConsoleRecord | null, CreationQuestion>()
  const saves = createCalls<void, SaveQuestion>()
  const deletions = createCalls<void, RecordQuestion>()
  const changes = createCalls<Change | null, ChangeQuestion>()
  const server = {
    stored: [...stored],
    failure: null as Error | null,
    list: (_: ChoicesQuestion) => new Promise<readonly ConsoleRecord[]>(() => {}),
  }
  const kept = new Map<string, StoredDraft>()
  const nameOf = ({userId, description: {kind}, id, organisationId}: RecordPlace) =>
    [userId, kind, id, organisationId].join(' ')
  const toasts = createActor(toastsMachine).start()
  const loadRecord = fromPromise<ConsoleRecord, RecordQuestion>(async ({input}) => {
    if (server.failure !== null) throw server.failure
    const found = server.stored.find(({id}) => id === input.id)
    if (found === undefined) throw refused(404)
    return found
  })
  const record = recordMachine.provide({
    actors: {
      loadRecord,
      createRecord: creations.logic,
      saveRecord: saves.logic,
      conflict: conflictMachine.provide({actors: {loadRecord, findChange: changes.logic}}),
      deletion: deletionMachine.provide({actors: {deleteRecord: deletions.logic}}),
    },
    actions: {
      showOutcome: (_, {text}) => toasts.send({type: 'outcome.reported', kind: 'done', text}),
      storeDraft: ({context}) => kept.set(nameOf(context), {record: context.record, draft: context.draft}),
      forgetDraft: ({context}) => kept.delete(nameOf(context)),
    },
  })
  const logic = {
    record,
    recordList: recordListMachine,
    ...quietParts,
    choices: choicesMachine.provide({
      actors: {
        listRecords: fromPromise<readonly ConsoleRecord[], ChoicesQuestion>(({input}) => server.list(input)),
      },
    }),
    storedDraft: (place: RecordPlace) => kept.get(nameOf(place)) ?? null,
    ...parts,
  }
  const page = openPage({
    at: `/sys_admin${at}`,
    loadCurrentUser: async () => userOf('SYS_ADMIN'),
    toasts,
    ...(offer && {link: linkOffering(offer)}),
    screens: {console: async () => () => createElement(Pages, {logic})},
    ...world,
  })
  await screen.findByRole('heading', {level: 1})
  const address = () => {
    const {pathname, search} = page.router.state.location
    return `${pathname}${search}`
  }
  return {...page, address, creations, saves, deletions, changes, server, kept}
}

function Pages({logic}: {logic: ConsoleLogic}) {
  return (
    <ConsoleProvider value={logic}>
      <Routes>
        <Route path="organisation/:id?" element={<OrganisationPage />} />
        <Route path="org-create" element={<CreatePage description={organisations} />} />
        <Route path="org-edit/:id?" element={<RecordPage description={organisations} isEditing />} />
        <Route path="device/:id" element={<RecordPage description={devices} />} />
        <Route path="device-create/:id?" element={<CreatePage description={devices} />} />
        <Route path="device-edit/:id" element={<RecordPage description={devices} isEditing />} />
        <Route path="asset-create/:id?" element={<CreatePage description={assets} />} />
        <Route path="asset-edit/:id" element={<RecordPage description={assets} isEditing />} />
        <Route path="user/:id" element={<RecordPage description={users} />} />
        <Route path="user-create/:id?" element={<CreatePage description={users} />} />
        <Route path="user-edit/:id" element={<RecordPage description={users} isEditing />} />
        <Route path="*" element={<h1>Elsewhere</h1>} />
      </Routes>
    </ConsoleProvider>
  )
}

export const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
export const write = (label: string | RegExp, value: string) => fireEvent.change(field(label), {target: {value}})
export const press = (name: string) => fireEvent.click(screen.getByRole('button', {name}))
export const follow = async (name: string) => act(async () => void fireEvent.click(screen.getByRole('link', {name})))
export const submit = (name: string) => fireEvent.submit(screen.getByRole('form', {name}))
