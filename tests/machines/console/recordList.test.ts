import {NEVER, Subject} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor, type EventFromLogic, fromCallback, fromEventObservable, type StateValue} from 'xstate'
import type {Offer} from '../../../contract/wire/capabilities'
import type {ConsoleRecord} from '../../../src/domain/console/records/description'
import {devices} from '../../../src/domain/console/records/devices'
import {chosenColumns, columnsOf} from '../../../src/domain/console/records/list/columns'
import {type ListView, usualView} from '../../../src/domain/console/records/list/list'
import type {PageQuestion, RecordPage} from '../../../src/domain/console/records/questions'
import {LIVE, OFFLINE, POLLING} from '../../../src/domain/link'
import type {OpenedView} from '../../../src/domain/savedView'
import type {BatchCommand, BatchEvent, BatchRun} from '../../../src/machines/batch'
import type {LinkChanged} from '../../../src/machines/connectivity'
import {bulkMachine, type RecordJob, recordBatchMachine} from '../../../src/machines/console/bulk'
import {
  type AddressChanged,
  type RecordListInput,
  recordListMachine,
  type ViewPlace,
} from '../../../src/machines/console/recordList'
import {recordOf, worldIn} from '../../domain/console/records/examples'
import {refused} from '../../support/failures'
import {PULSEWALL} from '../../support/offer'
import {statesOf} from '../adjacency'
import {createCalls, settled} from '../calls'

const device = (id: string, name = `Pump ${id}`): ConsoleRecord => recordOf({name}, {id})
const [A, B, C, D] = ['a', 'b', 'c', 'd'].map(id => device(id))
const records = (...found: (ConsoleRecord | undefined)[]) => found.flatMap(record => record ?? [])

const whole = (...found: (ConsoleRecord | undefined)[]): RecordPage => {
  const all = records(...found)
  return {records: all, next: null, total: all.length, isWhole: true, readAt: 7}
}
const page = (found: readonly (ConsoleRecord | undefined)[], next: string | null, total: number): RecordPage => ({
  records: records(...found),
  next,
  total,
  isWhole: false,
  readAt: 7,
})

const VIEW: ListView = usualView(devices)
const opened = (view: Partial<ListView>, notes: Partial<OpenedView> = {}): OpenedView => ({
  view: {...VIEW, ...view},
  ignored: [],
  added: [],
  ...notes,
})
const INPUT: RecordListInput = {description: devices, organisationId: 'o1', opened: opened({}), prefix: ''}
const FILE = {name: 'devices.csv', columns: chosenColumns(columnsOf(devices), null), world: worldIn('UTC')}

function createList(view: Partial<ListView> = {}) {
  const [links, addresses] = [new Subject<LinkChanged>(), new Subject<AddressChanged>()]
  const pages = createCalls<RecordPage, PageQuestion>()
  const files: {name: string; text: string}[] = []
  const shownInAddress: (Partial<ListView> & {history: string})[] = []
  const runs: BatchRun<ConsoleRecord, RecordJob>[] = []
  let tellBack: (event: BatchEvent) => void = () => {}
  const list = createActor(
    recordListMachine.provide({
      actors: {
        linkChanges: fromEventObservable(() => links),
        addressChanges: fromEventObservable(() => addresses),
        loadPage: pages.logic,
        bulk: bulkMachine.provide({
          actors: {
            batch: recordBatchMachine.provide({
              actors: {
                run: fromCallback<BatchCommand, BatchRun<ConsoleRecord, RecordJob>>(({input, sendBack}) => {
                  runs.push(input)
                  tellBack = sendBack
                }),
              },
            }),
          },
        }),
      },
      actions: {
        saveFile: (_, file) => files.push(file),
        pushToUrl: (_, {view: {q, sort}, history}) => shownInAddress.push({q, sort, history}),
      },
    }),
    {input: {...INPUT, opened: opened(view)}},
  ).start()
  return {
    list,
    pages,
    files,
    shownInAddress,
    runs,
    addresses,
    context: () => list.getSnapshot().context,
    rows: () => {
      const {value} = list.getSnapshot()
      return typeof value === 'object' && 'loaded' in value ? leafOf(value.loaded.rows) : value
    },
    shownIds: () => list.getSnapshot().context.shown.map(({id}) => id),
    selectedIds: () => [...list.getSnapshot().context.selected.keys()],
    send: (event: EventFromLogic<typeof recordListMachine>) => list.send(event),
    link: (link: LinkChanged['link'], offer: Offer | null = 'specified') =>
      links.next({type: 'link.changed', link, offer}),
    finishRun: (outcomes: Readonly<Record<string, string | null>>) => {
      tellBack({type: 'items.finished', outcomes: Object.entries(outcomes).map(([id, message]) => ({id, message}))})
      tellBack({type: 'run.ended'})
    },
  }
}

/** The innermost state that is entered. */
const leafOf = (value: StateValue): StateValue | undefined =>
  typeof value === 'string' ? value : Object.values(value)[0]

async function createWhole(...found: (ConsoleRecord | undefined)[]) {
  const world = createList()
  world.link(POLLING)
  await world.pages.answer(whole(...found))
  return world
}

/** The first page has come with two of four, so that its end is in view. */
async function createPaged() {
  const world = createList()
  world.link(LIVE, PULSEWALL)
  await world.pages.answer(page([A, B], 'p2', 4))
  return world
}

const question = (asked: Partial<PageQuestion> = {}): PageQuestion => ({
  description: devices,
  organisationId: 'o1',
  view: VIEW,
  cursor: null,
  isPaging: true,
  isSeen: true,
  ...asked,
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the first rows', () => {
  it('are asked for once it is known what the server offers', async () => {
    const {link, pages, list, shownIds} = createList({q: 'pump', sort: '-name'})
    expect([list.getSnapshot().value, pages.asked]).toEqual([{loading: 'awaitingServer'}, []])
    link(LIVE, PULSEWALL)
    expect(pages.asked).toEqual([question({view: {...VIEW, q: 'pump', sort: '-name'}})])
    await pages.answer(page([B, A], null, 2))
    expect(shownIds()).toEqual(['b', 'a'])
  })

  it('are all there are where the server does not page', async () => {
    const {pages, shownIds, context} = await createWhole(B, A)
    expect([pages.asked[0]?.isPaging, shownIds(), context().total]).toEqual([false, ['a', 'b'], 2])
  })

  it('that can’t be had say why, and are asked for again on request', async () => {
    const {link, pages, send, list, context, shownIds} = createList()
    link(POLLING)
    await pages.fail(refused(404, 'Gone.'))
    expect([list.getSnapshot().value, context().message]).toEqual(['failed', 'Gone.'])
    send({type: 'retry.requested'})
    await pages.answer(whole(A))
    expect([shownIds(), context().message]).toEqual([['a'], null])
  })

  it('fail without a link, and come with it', async () => {
    const {link, pages, list, context, shownIds} = createList()
    link(OFFLINE, null)
    expect([list.getSnapshot().value, context().message]).toEqual(['failed', 'Devices could not be loaded.'])
    link(OFFLINE, null)
    link(POLLING)
    await pages.answer(whole(A))
    expect(shownIds()).toEqual(['a'])
  })

  it('are asked for anew when the address changes meanwhile', async () => {
    const {link, pages, addresses} = createList()
    link(LIVE, PULSEWALL)
    addresses.next({type: 'address.changed', opened: opened({q: 'x', sort: 'name'})})
    expect(pages.asked).toEqual([question(), question({view: {...VIEW, q: 'x', sort: 'name'}})])
  })

  it('take a changed address into account after a failure', async () => {
    const {link, pages, addresses, send} = createList()
    link(LIVE, PULSEWALL)
    await pages.fail()
    addresses.next({type: 'address.changed', opened: opened({q: 'x', sort: 'name'})})
    send({type: 'retry.requested'})
    expect(pages.asked.at(-1)).toEqual(question({view: {...VIEW, q: 'x', sort: 'name'}}))
  })
})

describe('a whole list', () => {
  it('is searched at once, and the address says so after a pause', async () => {
    const {send, shownIds, shownInAddress, pages} = await createWhole(A, B, device('x', 'Fan'))
    send({type: 'search.changed', q: 'p'})
    send({type: 'search.changed', q: 'pump'})
    expect([shownIds(), shownInAddress]).toEqual([['a', 'b'], []])
    vi.advanceTimersByTime(200)
    expect(shownInAddress).toEqual([{q: 'pump', sort: 'name', history: 'replace'}])
    expect(pages.asked.length).toBe(1)
  })

  it('is sorted at once, and Back undoes it', async () => {
    const {send, shownIds, shownInAddress, addresses, pages} = await createWhole(A, B)
    send({type: 'view.changed', view: {sort: '-name'}})
    expect([shownIds(), shownInAddress]).toEqual([['b', 'a'], [{q: '', sort: '-name', history: 'push'}]])
    addresses.next({type: 'address.changed', opened: opened(VIEW)})
    expect([shownIds(), shownInAddress.length, pages.asked.length]).toEqual([['a', 'b'], 1, 1])
  })

  it('is saved as it is shown', async () => {
    const {send, files} = await createWhole(A, device('x', '=Fan'))
    send({type: 'search.changed', q: 'fan'})
    send({type: 'export.requested', file: FILE})
    expect(files.map(({name, text}) => [name, text.match(/Pump a|'=Fan/g)])).toEqual([['devices.csv', ["'=Fan"]]])
  })

  it('is never asked for more', async () => {
    const {send, pages, rows} = await createWhole(A)
    send({type: 'rows.shown', lastInView: 0})
    send({type: 'all.selected'})
    expect([pages.asked.length, rows()]).toEqual([1, 'idle'])
  })

  it('stays whole when a server that pages answers so', async () => {
    const {link, pages, send, shownIds} = createList()
    link(LIVE, PULSEWALL)
    await pages.answer(whole(A, device('x', 'Fan')))
    send({type: 'search.changed', q: 'fan'})
    vi.advanceTimersByTime(200)
    expect([shownIds(), pages.asked.length]).toEqual([['x'], 1])
  })
})

describe('a paged list', () => {
  it('asks for the next page as its end comes into view', async () => {
    const {pages, shownIds, context, rows} = await createPaged()
    expect([rows(), pages.asked.at(-1)]).toEqual(['fetchingMore', question({cursor: 'p2'})])
    await pages.answer(page([C, D], null, 4))
    expect([rows(), shownIds(), context().total]).toEqual(['idle', ['a', 'b', 'c', 'd'], 4])
  })

  it('waits with the next page until its end is near', async () => {
    const {link, pages, rows, send} = createList()
    link(LIVE, PULSEWALL)
    const first = Array.from({length: 200}, (_, at) => device(String(at)))
    await pages.answer(page(first, 'p2', 400))
    send({type: 'rows.shown', lastInView: 149})
    expect(rows()).toBe('idle')
    send({type: 'rows.shown', lastInView: 150})
    expect(rows()).toBe('fetchingMore')
  })

  it('keeps what has come when the next page can’t be had, and asks again on request alone', async () => {
    const {pages, shownIds, rows, send, list} = await createPaged()
    await pages.fail()
    send({type: 'rows.shown', lastInView: 1})
    expect([rows(), list.getSnapshot().hasTag('missed'), shownIds()]).toEqual(['missedMore', true, ['a', 'b']])
    send({type: 'retry.requested'})
    await pages.answer(page([C], null, 3))
    expect(shownIds()).toEqual(['a', 'b', 'c'])
  })

  it('is searched by the server after a pause, while what was found before stays', async () => {
    const {pages, send, shownIds, shownInAddress, rows} = await createPaged()
    send({type: 'search.changed', q: 'x'})
    vi.advanceTimersByTime(150)
    send({type: 'search.changed', q: 'xy'})
    vi.advanceTimersByTime(150)
    expect([rows(), pages.asked.length, shownIds()]).toEqual(['pausing', 2, ['a', 'b']])
    vi.advanceTimersByTime(50)
    expect([pages.asked.at(-1), shownInAddress]).toEqual([
      question({view: {...VIEW, q: 'xy', sort: 'name'}}),
      [{q: 'xy', sort: 'name', history: 'replace'}],
    ])
    await pages.answer(page([D], null, 1))
    expect(shownIds()).toEqual(['d'])
  })

  it('is searched for what is typed when the address repeats it meanwhile', async () => {
    const {pages, send, addresses} = await createPaged()
    send({type: 'search.changed', q: 'x'})
    addresses.next({type: 'address.changed', opened: opened({q: 'x', sort: 'name'})})
    vi.advanceTimersByTime(200)
    expect(pages.asked.at(-1)).toEqual(question({view: {...VIEW, q: 'x', sort: 'name'}}))
  })

  it('is sorted by the server', async () => {
    const {pages, send} = await createPaged()
    send({type: 'view.changed', view: {sort: '-name'}})
    expect(pages.asked.at(-1)).toEqual(question({view: {...VIEW, q: '', sort: '-name'}}))
  })

  it('asks again when Back leads to another view, not when the address repeats it', async () => {
    const {pages, addresses} = await createPaged()
    addresses.next({type: 'address.changed', opened: opened(VIEW)})
    expect(pages.asked.length).toBe(2)
    addresses.next({type: 'address.changed', opened: opened({q: 'z', sort: 'name'})})
    expect(pages.asked.at(-1)).toEqual(question({view: {...VIEW, q: 'z', sort: 'name'}}))
  })

  it('says that a search failed, and searches again on request', async () => {
    const {pages, send, rows, shownIds, context} = await createPaged()
    send({type: 'view.changed', view: {sort: 'type'}})
    await pages.fail()
    expect([rows(), context().message, shownIds()]).toEqual(['missed', 'Devices could not be loaded.', ['a', 'b']])
    send({type: 'retry.requested'})
    await pages.answer(page([B, A], null, 2))
    expect([shownIds(), context().message]).toEqual([['b', 'a'], null])
  })

  describe('of which the rest has to come first', () => {
    const long = Array.from({length: 200}, (_, at) => device(String(at)))
    async function createLong() {
      const world = createList()
      world.link(LIVE, PULSEWALL)
      await world.pages.answer(page(long, 'p2', 202))
      return world
    }

    it('is saved when all of it is there', async () => {
      const {pages, send, files, rows} = await createLong()
      send({type: 'export.requested', file: FILE})
      await pages.answer(page([A], 'p3', 202))
      expect([rows(), pages.asked.at(-1)?.cursor, files]).toEqual(['exporting', 'p3', []])
      await pages.answer(page([B], null, 202))
      expect([rows(), files.map(({name, text}) => [name, text.trimEnd().split('\r\n').length])]).toEqual([
        'idle',
        [['devices.csv', 203]],
      ])
    })

    it('is selected when all of it is there', async () => {
      const {pages, send, files, selectedIds} = await createLong()
      send({type: 'all.selected'})
      await pages.answer(page([A, B], null, 202))
      expect([selectedIds().length, files]).toEqual([202, []])
    })

    it('can be left as it is', async () => {
      const {pages, send, rows, shownIds, files} = await createLong()
      send({type: 'export.requested', file: FILE})
      await pages.answer(page([A], 'p3', 202))
      send({type: 'cancel.requested'})
      await pages.answer(page([B], null, 202))
      expect([rows(), shownIds().length, files]).toEqual(['idle', 201, []])
    })

    it('is wanted while the next page is on its way, and after that was missed', async () => {
      const {pages, send, rows, files} = await createPaged()
      send({type: 'export.requested', file: FILE})
      expect([rows(), pages.asked.at(-1)?.cursor]).toEqual(['exporting', 'p2'])
      await pages.fail()
      send({type: 'export.requested', file: FILE})
      await pages.answer(page([C, D], null, 4))
      expect([rows(), files.length]).toEqual(['idle', 1])
    })

    it('is not saved while something else is looked for', async () => {
      const {send, rows, files, list} = await createLong()
      send({type: 'search.changed', q: 'x'})
      expect(list.getSnapshot().can({type: 'export.requested', file: FILE})).toBe(false)
      send({type: 'export.requested', file: FILE})
      vi.advanceTimersByTime(200)
      send({type: 'export.requested', file: FILE})
      expect([rows(), files]).toEqual(['searching', []])
    })

    it('says so when it can’t be had', async () => {
      const {pages, send, rows, files} = await createLong()
      send({type: 'export.requested', file: FILE})
      await pages.fail()
      expect([rows(), files]).toEqual(['missedMore', []])
    })
  })
})

describe('the selection', () => {
  it('grows and shrinks row by row, and with all that is shown', async () => {
    const {send, selectedIds} = await createWhole(A, B, device('x', 'Fan'))
    send({type: 'row.selected', id: 'a', isSelected: true})
    send({type: 'row.selected', id: 'x', isSelected: true})
    send({type: 'row.selected', id: 'a', isSelected: false})
    send({type: 'row.selected', id: 'nobody', isSelected: true})
    expect(selectedIds()).toEqual(['x'])
    send({type: 'search.changed', q: 'pump'})
    send({type: 'shown.selected', isSelected: true})
    expect(selectedIds()).toEqual(['x', 'a', 'b'])
    send({type: 'shown.selected', isSelected: false})
    expect(selectedIds()).toEqual(['x'])
    send({type: 'selection.cleared'})
    expect(selectedIds()).toEqual([])
  })

  it('is needed before anything can be done with it', async () => {
    const {send, list} = await createWhole(A)
    send({type: 'bulk.requested', action: 'delete'})
    expect(list.getSnapshot().children.bulk).toBeUndefined()
  })

  it('loses what was done, keeps what failed, and the list is asked for again', async () => {
    const {send, list, pages, selectedIds, finishRun, runs, shownIds} = await createWhole(A, B)
    send({type: 'shown.selected', isSelected: true})
    send({type: 'bulk.requested', action: 'delete'})
    const {bulk} = list.getSnapshot().children
    bulk?.send({type: 'confirmation.typed', text: '2'})
    bulk?.send({type: 'consequence.acknowledged', isAcknowledged: true})
    bulk?.send({type: 'start.confirmed'})
    expect(runs).toEqual([{job: {description: devices, action: 'delete', customerId: null}, items: records(A, B)}])
    finishRun({a: null, b: 'Taken.'})
    bulk?.getSnapshot().children.batch?.send({type: 'dialog.closed'})
    await settled()
    expect([selectedIds(), pages.asked.length]).toEqual([['b'], 2])
    await pages.answer(whole(B))
    expect([shownIds(), list.getSnapshot().children.bulk]).toEqual([['b'], undefined])
  })

  it('stays, and so does the list, when nothing was done', async () => {
    const {send, list, pages, selectedIds} = await createWhole(A)
    send({type: 'shown.selected', isSelected: true})
    send({type: 'bulk.requested', action: 'delete'})
    send({type: 'row.selected', id: 'a', isSelected: false})
    list.getSnapshot().children.bulk?.send({type: 'dialog.closed'})
    await settled()
    expect([selectedIds(), pages.asked.length, list.getSnapshot().children.bulk]).toEqual([['a'], 1, undefined])
  })

  it('forgets what somebody else has deleted', async () => {
    const {send, pages, selectedIds} = await createWhole(A, B)
    send({type: 'shown.selected', isSelected: true})
    send({type: 'refresh.requested'})
    await pages.answer(whole(B))
    expect(selectedIds()).toEqual(['b'])
  })
})

it('ignores what has no meaning yet', () => {
  const {send, list, shownInAddress} = createList()
  send({type: 'search.changed', q: 'x'})
  send({type: 'export.requested', file: FILE})
  send({type: 'shown.selected', isSelected: true})
  send({type: 'retry.requested'})
  expect([list.getSnapshot().value, list.getSnapshot().context.view, shownInAddress]).toEqual([
    {loading: 'awaitingServer'},
    VIEW,
    [],
  ])
})

it('reaches every state', () => {
  const machine = recordListMachine.provide({
    actors: {
      linkChanges: fromEventObservable<LinkChanged, void>(() => NEVER),
      addressChanges: fromEventObservable<AddressChanged, ViewPlace>(() => NEVER),
    },
    actions: {saveFile: () => {}, pushToUrl: () => {}},
    guards: {hasSelection: () => true},
  })
  const fetching = 'actor.0.recordList.loading.fetching'
  const inRows = (state: string) => `actor.0.recordList.loaded.rows.${state}`
  const answers = ['searching', 'current.fetchingMore', 'gathering'].flatMap(state => [
    {type: `xstate.done.${inRows(state)}`, output: page([A], null, 1)},
    {type: `xstate.error.${inRows(state)}`, error: new Error('away')},
  ])
  const long = Array.from({length: 100}, (_, at) => device(String(at)))
  const events = [
    {type: 'link.changed', link: OFFLINE, offer: null},
    {type: 'link.changed', link: LIVE, offer: PULSEWALL},
    {type: `xstate.done.${fetching}`, output: page(long, 'p2', 200)},
    {type: `xstate.error.${fetching}`, error: new Error('away')},
    {type: 'search.changed', q: 'x'},
    {type: 'view.changed', view: {sort: 'type'}},
    {type: 'rows.shown', lastInView: 99},
    {type: 'export.requested', file: FILE},
    {type: 'all.selected'},
    {type: 'bulk.requested', action: 'delete'},
    ...answers,
  ]
  const found = statesOf(machine, events, INPUT)
  for (const state of ['loading.awaitingServer', 'loading.fetching', 'failed']) expect(found).toContain(state)
  const rows = [
    ...['current.idle', 'current.fetchingMore', 'current.missedMore', 'pausing', 'searching', 'missed'],
    ...['gathering.exporting', 'gathering.selecting'],
  ]
  const parts = [...rows.map(each => `rows.${each}`), 'view.typing', 'selection.choosing', 'selection.acting']
  expect(parts.filter(part => !found.some(state => `${state} `.includes(`${part} `)))).toEqual([])
})
