import {act, fireEvent, screen, within} from '@testing-library/react'
import {createElement} from 'react'
import {Route, Routes} from 'react-router-dom'
import {concat, NEVER, of} from 'rxjs'
import {fromPromise} from 'xstate'
import * as z from 'zod/mini'
import type {Offer} from '../../../contract/wire/capabilities'
import {clientConfig} from '../../../contract/wire/config'
import {inClientNames, inWireNames} from '../../../contract/wire/names'
import type {Route as WireRoute} from '../../../contract/wire/route'
import type {Http} from '../../../src/api/http'
import {createServerClock} from '../../../src/api/serverClock'
import type {ConsoleRecord} from '../../../src/domain/console/records/description'
import type {RecordQuestion} from '../../../src/domain/console/records/questions'
import {LIVE} from '../../../src/domain/link'
import {recordMachine} from '../../../src/machines/console/record/record'
import {OrganisationsPage} from '../../../src/ui/console/ConsoleScreen'
import {type ConsoleLogic, ConsoleProvider} from '../../../src/ui/console/logic'
import {OrganisationPage} from '../../../src/ui/console/OrganisationPage'
import {createRecordListLogic} from '../../../src/wiring/console/recordList'
import {retriesOver} from '../../../src/wiring/links'
import {linkOffering} from '../../machines/quietLink'
import {openPage, userOf} from '../world'
import {quietParts} from './quietParts'

export type Row = {_id: string} & Record<string, unknown>

/** A server in memory. Calls in `refused` fail, by method and path. */
export interface FakeServer {
  lists: Record<string, Row[]>
  refused: Map<string, Error>
  asked: string[]
}

const HARBOUR: ConsoleRecord = {id: 'o1', version: 1, counts: {}, values: {title: 'Harbour Works'}}

/** The pages with lists, joined to a server in memory as the application joins them. */
export async function openLists(at: string, lists: FakeServer['lists'], offer: Offer = 'specified') {
  const server: FakeServer = {lists, refused: new Map(), asked: []}
  const links = concat(of({type: 'link.changed' as const, link: LIVE, offer}), NEVER)
  const recordList = createRecordListLogic({
    http: httpOf(server),
    links,
    retries: retriesOver(links),
    router: () => page.router,
    serverClock: createServerClock(),
    config: clientConfig.parse({}),
  })
  const record = recordMachine.provide({
    actors: {loadRecord: fromPromise<ConsoleRecord, RecordQuestion>(async () => HARBOUR)},
    actions: {showOutcome: () => {}, storeDraft: () => {}},
  })
  const logic: ConsoleLogic = {...quietParts, record, recordList, storedDraft: () => null}
  const page = openPage({
    at: `/sys_admin${at}`,
    loadCurrentUser: async () => userOf('SYS_ADMIN'),
    link: linkOffering(offer),
    screens: {console: async () => () => createElement(Pages, {logic})},
  })
  await screen.findByRole('heading', {level: 1})
  await act(async () => {})
  const address = () => `${page.router.state.location.pathname}${page.router.state.location.search}`
  return {...page, server, address, goBack: () => act(async () => void page.router.navigate(-1))}
}

function Pages({logic}: {logic: ConsoleLogic}) {
  return (
    <ConsoleProvider value={logic}>
      <Routes>
        <Route index element={<OrganisationsPage />} />
        <Route path="organisation/:id" element={<OrganisationPage />} />
        <Route path="*" element={<h1>Elsewhere</h1>} />
      </Routes>
    </ConsoleProvider>
  )
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>

interface Asked {
  params?: Readonly<Record<string, string | number>>
  query?: Query
  body?: unknown
}

function httpOf({lists, refused, asked}: FakeServer): Http {
  async function answer(method: string, path: string, query: Query = {}): Promise<unknown> {
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ).toString()
    asked.push(`${method} ${path}${search === '' ? '' : `?${search}`}`)
    const failure = refused.get(`${method} ${path}`)
    if (failure !== undefined) throw failure
    if (method === 'GET') return pageOf(lists[path] ?? [], query)
    const id = path.split('/').at(-1)
    if (method === 'DELETE') {
      for (const [list, rows] of Object.entries(lists)) lists[list] = rows.filter(({_id}) => _id !== id)
      return null
    }
    return {_id: id}
  }
  return {
    clock: {now: () => Date.now(), toClient: at => at},
    answerOfPage: async () => null,
    async call<R extends WireRoute>(route: R, {params = {}, query, body}: Asked) {
      const path = route.path.replace(/:(\w+)/g, (_, name) => String(params[name]))
      const said = route.method === 'PUT' ? `${path} ${JSON.stringify(body)}` : path
      const answered = z.parse<R['answer']>(
        route.answer,
        await answer(route.method, said, inWireNames(route.query, query)),
      )
      return inClientNames<R['answer']>(route.answer, answered)
    },
  }
}

/** The whole list without a `limit`, as the specification has it. */
function pageOf(rows: readonly Row[], {limit, cursor = 0, q = ''}: Query) {
  if (limit === undefined) return rows
  const found = rows.filter(row => JSON.stringify(row).includes(String(q)))
  const end = Number(cursor) + Number(limit)
  return {
    items: found.slice(Number(cursor), end),
    next: end < found.length ? String(end) : null,
    total: found.length,
  }
}

export const rowNames = () => screen.queryAllByRole('rowheader').map(({textContent}) => textContent)
export const search = (label: string, q: string) =>
  act(async () => void fireEvent.change(screen.getByRole('searchbox', {name: label}), {target: {value: q}}))
export const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole('button', {name})))
/** Presses a button, and waits for its dialog, whose code may have to be loaded. */
export async function openDialog(button: string) {
  await press(button)
  return within(await screen.findByRole('dialog'))
}
export const tick = (name: string) => act(async () => void fireEvent.click(screen.getByRole('checkbox', {name})))
