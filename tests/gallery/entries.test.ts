import {describe, expect, it} from 'vitest'
import {type Modules, machinesOf, restingStates} from './coverage'
import {ENTRIES, ROOMS} from './entries'
import type {Entry} from './entry'

const MODULES: Modules = import.meta.glob('../../src/machines/**/*.ts', {eager: true})
const WALKS = import.meta.glob('../journeys/gallery/**/*.deep.test.ts')

it('has a name for each picture', () => {
  const names = ENTRIES.map(({name}) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

it('has a file for each room that shows it', () => {
  const walked = Object.keys(WALKS).map(file => /gallery\/(.+)\.deep\.test\.ts$/.exec(file)?.[1])
  expect(walked.sort()).toEqual(Object.keys(ROOMS).sort())
})

describe('the gallery', () => {
  const shown = new Set(ENTRIES.flatMap(entry => statesIn(entry)))

  it.each([...machinesOf(MODULES)])('shows every state of %s', (id, machine) => {
    const missing = restingStates(machine).filter(state => !shown.has(`${id} ${state}`))
    expect(missing.map(state => `${id}: ${state} has no picture; add an entry, or name it in one`)).toEqual([])
  })
})

/** Returns the states that its picture is taken in, with their parents. */
const statesIn = ({shows}: Entry): string[] =>
  shows.flatMap(({id, state}) => state.split('.').map((_, at, names) => `${id} ${names.slice(0, at + 1).join('.')}`))
