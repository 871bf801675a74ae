import {expect, it} from 'vitest'
import {networkChanges} from '../../../src/streams/session/network'

function createWindow(onLine: boolean) {
  return Object.assign(new EventTarget(), {navigator: {onLine}})
}

it('tells losses and finds as they come', () => {
  const window = createWindow(true)
  const told: string[] = []
  networkChanges(window).subscribe(({type}) => told.push(type))
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  expect(told).toEqual(['network.lost', 'network.found'])
})

it('tells at the start that there is none', () => {
  const told: string[] = []
  networkChanges(createWindow(false)).subscribe(({type}) => told.push(type))
  expect(told).toEqual(['network.lost'])
})
