import {afterAll, beforeAll, describe, expect, it, vi} from 'vitest'
import {machinesOf, restingStates} from './coverage'
import {ENTRIES} from './entries'
import {idOf, openStage, statesOf} from './stage'
import {NOW} from './world'

const machines = machinesOf(import.meta.glob('../../src/machines/**/*.ts', {eager: true}))
const seen = new Map([...machines.keys()].map(id => [id, new Set<string>()]))

const complaints: string[] = []

beforeAll(() => {
  vi.spyOn(console, 'error').mockImplementation((...complaint) => {
    // jsdom doesn't know the element `search`.
    if (!String(complaint[0]).includes('is unrecognized in this browser')) complaints.push(complaint.join(' '))
  })
  vi.useFakeTimers({now: NOW, toFake: ['Date']})
  installBrowserParts()
})
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the gallery', () => {
  it('has a name for each picture', () => {
    const names = ENTRIES.map(({name}) => name)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it.each(ENTRIES.map(entry => [entry.name, entry] as const))('reaches %s', async (_, entry) => {
    const page = document.body.appendChild(document.createElement('div'))
    const stage = await openStage(entry, page)
    for (const actor of stage.actors()) for (const state of statesOf(actor)) seen.get(idOf(actor))?.add(state)
    stage.leave()
    page.remove()
    expect(complaints.splice(0)).toEqual([])
  })

  it.each([...machines])('shows every state of %s', (id, machine) => {
    const missing = restingStates(machine).filter(state => !seen.get(id)?.has(state))
    expect(missing.map(state => `${id}: ${state} has no picture; add an entry in tests/gallery`)).toEqual([])
  })
})

/** What jsdom lacks of a browser, and the screens ask for. */
function installBrowserParts() {
  class Unmoved {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), {matches: false, media}))
  vi.stubGlobal('ResizeObserver', Unmoved)
  vi.stubGlobal('IntersectionObserver', Unmoved)
  vi.stubGlobal('MediaSource', class {})
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:')
  Object.assign(Element.prototype, {
    scrollTo() {},
    scrollIntoView() {},
    getBBox: () => ({x: 0, y: 0, width: 50, height: 12}),
  })
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800)
}
