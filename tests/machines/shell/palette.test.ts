import {Subject} from 'rxjs'
import {describe, expect, it} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import type {PaletteAction, PaletteEntry} from '../../../src/domain/shell/palette'
import {type EntriesEvent, type PaletteInput, paletteMachine} from '../../../src/machines/shell/palette'
import {statesOf} from '../adjacency'

const entry = (id: string): PaletteEntry => ({
  id,
  kind: 'device',
  label: id,
  detail: '',
  recordId: null,
  action: {type: 'go', to: `/${id}`},
})
const [BOILER, MOTOR, PUMP] = [entry('boiler'), entry('motor'), entry('pump')]

function openPalette(input: Partial<PaletteInput> = {}) {
  const entries = new Subject<EntriesEvent>()
  const done: (PaletteAction | undefined | string)[] = []
  const kept: (readonly string[])[] = []
  const palette = createActor(
    paletteMachine.provide({
      actors: {entries: fromEventObservable(() => entries)},
      actions: {
        storeRecent: ({context}) => kept.push(context.recent),
        leave: () => done.push('left'),
        perform: (_, {action}) => done.push(action),
      },
    }),
    {input: {parts: {}, recent: [], query: '', ...input}},
  ).start()
  const shown = () => palette.getSnapshot().context.found.entries.map(({id}) => id)
  const marked = () => shown()[palette.getSnapshot().context.marked]
  const {send} = palette
  return {palette, entries, done, kept, shown, marked, send}
}

const loaded = (...entries: PaletteEntry[]): EntriesEvent => ({type: 'entries.loaded', part: 'devices', entries})

describe('the palette', () => {
  it('searches what is there while the rest is still to come', () => {
    const {palette, entries, send, shown} = openPalette()
    entries.next(loaded(BOILER, PUMP))
    send({type: 'query.changed', query: 'pum'})
    expect(shown()).toEqual(['pump'])
    expect(palette.getSnapshot().matches('loading')).toBe(true)
    entries.next({type: 'entries.loaded', part: 'keys', entries: [entry('pump speed')]})
    expect(shown()).toEqual(['pump', 'pump speed'])
    entries.next({type: 'entries.complete'})
    expect(palette.getSnapshot().matches('ready')).toBe(true)
  })

  it('begins with what was typed before it was there, and chooses nothing that was not found by it', () => {
    const {entries, send, shown, done} = openPalette({query: 'pum'})
    send({type: 'entry.chosen', at: 0})
    entries.next(loaded(BOILER, PUMP))
    expect([shown(), done]).toEqual([['pump'], []])
  })

  it('opens with what was loaded before', () => {
    expect(openPalette({parts: {devices: [BOILER]}}).shown()).toEqual(['boiler'])
  })

  it('tells that a part could not be loaded, and is ready when the entries break off', () => {
    const {palette, entries} = openPalette()
    entries.next({type: 'entries.failed', part: 'devices'})
    entries.error(new Error('broken'))
    expect(palette.getSnapshot().context.failed).toEqual(['devices'])
    expect(palette.getSnapshot().matches('ready')).toBe(true)
  })
})

describe('the mark', () => {
  it('moves round, and to the ends', () => {
    const {entries, send, marked} = openPalette()
    entries.next(loaded(BOILER, MOTOR, PUMP))
    const markedAfter = (to: 'next' | 'previous' | 'first' | 'last') => {
      send({type: 'mark.moved', to})
      return marked()
    }
    expect([
      markedAfter('next'),
      markedAfter('last'),
      markedAfter('next'),
      markedAfter('previous'),
      markedAfter('first'),
    ]).toEqual([...['motor', 'pump', 'boiler'], ...['pump', 'boiler']])
  })

  it('stays on its entry when others arrive before it', () => {
    const {entries, send, marked} = openPalette()
    entries.next(loaded(MOTOR, PUMP))
    send({type: 'mark.moved', to: 'next'})
    entries.next({type: 'entries.loaded', part: 'places', entries: [entry('profile')]})
    expect(marked()).toBe('pump')
  })

  it('goes back to the best entry when something else is typed, and stays nowhere when nothing is found', () => {
    const {entries, send, marked} = openPalette()
    entries.next(loaded(BOILER, MOTOR))
    send({type: 'mark.moved', to: 'next'})
    send({type: 'query.changed', query: 'mot'})
    expect(marked()).toBe('motor')
    send({type: 'query.changed', query: 'zzz'})
    send({type: 'mark.moved', to: 'next'})
    expect(marked()).toBe(undefined)
  })
})

describe('a choice', () => {
  it('is remembered and done once the palette is left', () => {
    const {entries, send, done, kept} = openPalette({recent: ['motor']})
    entries.next(loaded(BOILER, MOTOR))
    send({type: 'entry.chosen', at: 1})
    expect(done).toEqual(['left', {type: 'go', to: '/boiler'}])
    expect(kept).toEqual([['boiler', 'motor']])
  })

  it('of nothing does nothing', () => {
    const {send, done} = openPalette()
    send({type: 'entry.chosen', at: 0})
    expect(done).toEqual([])
  })
})

it('can be left without a choice', () => {
  const {send, done, kept} = openPalette()
  send({type: 'palette.closed'})
  expect(done).toEqual(['left'])
  expect(kept).toEqual([])
})

it('reaches every state', () => {
  const events = [{type: 'entries.complete'}, {type: 'palette.closed'}]
  expect(statesOf(paletteMachine, events, {parts: {}, recent: []})).toEqual(['left', 'loading', 'ready'])
})
