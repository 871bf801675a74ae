import {Subject} from 'rxjs'
import {expect, it} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import {fullScreenMachine, type ScreenLeft} from '../../../src/machines/telemetry/fullScreen'
import {createCalls} from '../calls'

function createFullScreen() {
  const entries = createCalls<void, void>()
  const left = new Subject<ScreenLeft>()
  const leaves: string[] = []
  const screen = createActor(
    fullScreenMachine.provide({
      actors: {enterFullScreen: entries.logic, screenLeft: fromEventObservable(() => left)},
      actions: {leaveFullScreen: () => leaves.push('left')},
    }),
  ).start()
  const toggle = () => screen.send({type: 'fullScreen.toggled'})
  return {entries, left, leaves, toggle, state: () => screen.getSnapshot().value}
}

it('gives the chart the screen until it is toggled again or the browser leaves it', async () => {
  const {entries, left, leaves, toggle, state} = createFullScreen()
  toggle()
  await entries.answer()
  expect(state()).toEqual({full: 'granted'})
  left.next({type: 'screen.left'})
  expect([state(), left.observed]).toEqual(['inPage', false])
  toggle()
  toggle()
  expect([state(), leaves]).toEqual(['inPage', ['left', 'left']])
})

it('fills the window where the browser refuses', async () => {
  const {entries, toggle, state} = createFullScreen()
  toggle()
  await entries.fail()
  expect(state()).toEqual({full: 'refused'})
  toggle()
  expect(state()).toBe('inPage')
})
