import {type ComponentType, createElement} from 'react'
import {NEVER} from 'rxjs'
import {createActor, type EventObject, fromEventObservable} from 'xstate'
import {replayMachine} from '../../src/machines/replay/replay'
import {shellMachine} from '../../src/machines/shell/shell'
import {type ToastsRef, toastsMachine} from '../../src/machines/shell/toasts'
import {Shell} from '../../src/ui/shell/Shell'

const silent = <Event extends EventObject>() => fromEventObservable<Event, void>(() => NEVER)

/** Code that doesn't come. */
export const neverLoaded = () => new Promise<ComponentType>(() => {})

/** The frame around the screens, with its real machines, which keep nothing and lead nowhere. */
export function frameWith(toasts: ToastsRef = createActor(toastsMachine).start()): ComponentType {
  const shell = createActor(shellMachine, {input: {rail: 'wide', letters: 'heard'}}).start()
  const logic = {
    shell,
    toasts,
    palette: neverLoaded,
    alarms: neverLoaded,
    notices: neverLoaded,
    uploads: neverLoaded,
    replay: createActor(
      replayMachine.provide({actors: {linkChanges: silent(), addressChanges: silent(), presents: silent()}}),
      {input: {now: 0}},
    ).start(),
    replayBar: neverLoaded,
  }
  return () => createElement(Shell, {logic})
}
